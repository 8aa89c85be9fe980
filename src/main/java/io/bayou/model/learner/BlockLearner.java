package io.bayou.model.learner;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * A classifier by Bayes' rule: the weight of each class gives its prior, blocks of features give
 * the likelihood. The blocks decide what kind of classifier it is.
 */
public class BlockLearner extends AbstractLearner<BlockLearner> {
  private final ClassPrior prior;
  private final BlockState state;
  private final BlockRows rows;
  private final ClassTable classes;
  private final FeatureSpace space;

  private boolean stale = true;
  private double[] factors = {};
  private double[] logPrior = {};
  private double[] scores = {};

  public BlockLearner(ModelSpec spec, Supplier<Blocks> empty, Refusals refusals) {
    super(BlockLearner.class, spec, refusals);
    prior = new ClassPrior(spec);
    state = new BlockState(spec, empty, refusals);
    rows = new BlockRows(state, spec.limits());
    classes = state.classes();
    space = state.space();
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.learn(x, label, weight, time);
      stale = true;
    }
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.retract(x, label, weight, time);
      stale = true;
    }
  }

  @Override
  public double retractable(String label) {
    return state.retractable(label);
  }

  @Override
  public void predict(Features x, Posterior answer) {
    answer.begin(classes.labels());
    if (classes.size() > 0) {
      refresh();
      space.gather(x);
      score(answer);
    }
    answer.finish();
    if (!space.isLikelihood()) {
      answer.withoutEvidence();
    }
  }

  private void refresh() {
    if (stale) {
      if (classes.size() > scores.length) {
        factors = new double[classes.size() * 2];
        logPrior = new double[classes.size() * 2];
        scores = new double[classes.size() * 2];
      }
      classes.factors(state.decay(), factors);
      prior.logPriors(classes, factors, logPrior);
      for (Block block : space.active()) {
        block.refresh(factors);
      }
      for (int b = 0; b < state.blocks().size(); b++) {
        state.blocks().get(b).refinePrior(classes, factors, logPrior);
      }
      stale = false;
    }
  }

  private void score(Posterior answer) {
    Arrays.fill(scores, 0, classes.size(), 0.0);
    int present = 0;
    for (Block block : space.active()) {
      block.score(scores, answer);
      present += block.present();
    }
    if (present < space.size()) {
      answer.raise(Flag.MISSING_FEATURE);
    }
    for (int c = 0; c < classes.size(); c++) {
      answer.set(c, logPrior[c], logPrior[c] + scores[c]);
    }
  }

  @Override
  public Explanation explain(Features x) {
    Posterior answer = predictToExplain(x);
    int best = answer.best();
    int other = answer.runnerUp();
    if (answer.flags().contains(Flag.IMPOSSIBLE)) {
      // The features ruled out every class and decided nothing: the posterior is the prior.
      return explanation(answer, new TreeMap<>());
    }
    SortedMap<String, Double> contributions = new TreeMap<>();
    for (Block block : space.active()) {
      double[] forBest = new double[block.columns()];
      double[] forOther = new double[block.columns()];
      block.logLikelihoods(best, forBest);
      block.logLikelihoods(other, forOther);
      for (int j = 0; j < block.columns(); j++) {
        double difference = forBest[j] - forOther[j];
        if (difference != 0.0) {
          contributions.put(block.name(j), difference);
        }
      }
    }
    return explanation(answer, contributions);
  }

  private static Explanation explanation(
      Posterior answer, SortedMap<String, Double> contributions) {
    double best = answer.logPrior(answer.best());
    double other = answer.logPrior(answer.runnerUp());
    return new Explanation(
        answer.label(answer.best()),
        answer.label(answer.runnerUp()),
        best == other ? 0.0 : best - other, // both may be impossible
        contributions);
  }

  protected final boolean knowsClasses() {
    return classes.size() > 0;
  }

  /** The names of all features that have a column. */
  protected final SortedSet<String> columns() {
    SortedSet<String> columns = new TreeSet<>();
    for (Block block : space.active()) {
      columns.addAll(block.names().all());
    }
    return columns;
  }

  /**
   * Fills in the distribution of one column given the others of an event.
   *
   * @param label the class, or null if it is not known
   * @return false if no block can tell
   */
  protected final boolean queryColumn(String column, Features x, String label, Posterior answer) {
    int known = label == null ? -1 : classes.find(label);
    refresh();
    space.gather(x);
    for (Block block : space.active()) {
      if (block.query(column, known, answer)) {
        if (label != null && known < 0) {
          answer.raise(Flag.UNKNOWN_VALUE);
        }
        return true;
      }
    }
    return false;
  }

  @Override
  protected void add(BlockLearner other) {
    state.merge(other.state);
    stale = true;
  }

  @Override
  public long examples() {
    return classes.examples();
  }

  @Override
  public Fit fit() {
    refresh();
    double[] weights = new double[classes.size()];
    Arrays.setAll(weights, c -> classes.get(c).weight);
    Fit ofBlocks = Fit.NONE;
    boolean hasPrior = false;
    for (Block block : space.active()) {
      ofBlocks = ofBlocks.plus(block.fit(weights, factors));
      hasPrior |= block.hasPrior();
    }
    return hasPrior ? ofBlocks : ofBlocks.plus(prior.fit(classes, factors, logPrior));
  }

  @Override
  public void describe(Description out) {
    refresh();
    for (Block block : space.active()) {
      block.describeArcs(out);
    }
    double all = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      all += classes.get(c).weight * factors[c];
    }
    for (int c = 0; c < classes.size(); c++) {
      ClassTable.Entry entry = classes.get(c);
      out.beginClass(entry.label, entry.examples, entry.weight);
      out.share(entry.weight * factors[c], all);
      for (Block block : space.active()) {
        block.describe(c, out);
      }
    }
  }

  @Override
  public void rows(RowSink sink) {
    rows.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    rows.changedRows(sink);
  }

  @Override
  public void restore(StateReader row) {
    stale = true;
    rows.restore(row);
  }
}
