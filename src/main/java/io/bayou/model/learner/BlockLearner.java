package io.bayou.model.learner;

import io.bayou.model.ClassScores;
import io.bayou.model.Description;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.JointPredictor;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.ScalableLearner;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.SummingLearner;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A classifier by Bayes' rule: the weight of each class gives its prior, blocks of features give
 * the likelihood. The blocks decide what kind of classifier it is.
 */
public class BlockLearner extends AbstractLearner<BlockLearner>
    implements SummingLearner, ScalableLearner {
  private final ClassPrior classPrior;
  private final BlockState state;
  private final BlockRows rows;
  private final ClassTable classes;
  private final FeatureSpace space;
  private final Block[] refining;

  /* The event that was read last. Mostly it was predicted, and is learned next. */
  private GatheredEvent latest;

  /* Derived from the statistics by the first thread that needs it, once for all threads. One atomic
   * operation after each example: a lock would take two. */
  private static final int STALE = 0;
  private static final int RENEWING = 1;
  private static final int FRESH = 2;
  private final AtomicInteger derived = new AtomicInteger(STALE);
  private boolean asked; // whether something derived was needed since the last example
  private double[] factors = {};
  private final ClassScores prior = new ClassScores();

  public BlockLearner(ModelSpec spec, Supplier<Blocks> empty, Refusals refusals) {
    super(BlockLearner.class, spec, refusals);
    classPrior = new ClassPrior(spec);
    state = new BlockState(spec, empty, refusals);
    rows = new BlockRows(state);
    classes = state.classes();
    space = state.space();
    latest = new GatheredEvent(state);
    refining = state.blocks().refining();
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      if (space.refreshesInStep()) {
        refresh();
      }
      state.learn(x, latest, label, weight, time);
      derived.setPlain(STALE);
      renewAhead();
    }
  }

  /* Where examples are predicted, the next prediction comes soon. Here no other thread can be at it,
   * which spares the atomic operation: that would wait for everything that was just written. */
  private void renewAhead() {
    if (asked) {
      asked = false;
      renew();
      derived.setPlain(FRESH);
    }
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    if (weight > 0.0) {
      state.retract(x, latest, label, weight, time);
      derived.setPlain(STALE);
    }
  }

  @Override
  public double retractable(String label) {
    return state.retractable(label);
  }

  @Override
  public final Predictor newPredictor() {
    return new BlockPredictor(this, state);
  }

  /* Predictors of many threads may write this at once; learning comes after all of them. Writing a
   * reference costs more than a comparison, mostly it is the same one. */
  @SuppressWarnings("ReferenceEquality")
  void read(GatheredEvent event) {
    if (latest != event) {
      latest = event;
    }
  }

  /** The priors by class. Brings everything that is derived from the statistics up to date. */
  ClassScores priors() {
    asked = true;
    refresh();
    return prior;
  }

  private void refresh() {
    if (derived.getAcquire() != FRESH) {
      renewOnce();
    }
  }

  private void renewOnce() {
    while (!derived.compareAndSet(STALE, RENEWING)) {
      if (derived.getAcquire() == FRESH) {
        return;
      }
      LockSupport.parkNanos(this, 1_000); // another thread is at it
    }
    int outcome = STALE;
    try {
      renew();
      outcome = FRESH;
    } finally {
      derived.setRelease(outcome);
    }
  }

  private void renew() {
    if (classes.size() > factors.length) {
      factors = new double[classes.size() * 2];
    }
    classes.factors(state.decay(), factors);
    for (Block block : space.active()) {
      block.refresh(factors);
    }
    if (refining.length == 0) {
      classPrior.fill(classes, factors, prior);
      return;
    }
    classPrior.fillLogs(classes, factors, prior);
    for (Block block : refining) {
      block.refinePrior(classes, factors, prior.sums());
    }
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
    return new BlockPredictor(this, state).query(column, x, label, answer);
  }

  @Override
  protected void add(BlockLearner other) {
    addScaled(other, 1.0);
  }

  private void addScaled(BlockLearner other, double factor) {
    derived.setPlain(STALE);
    state.merge(other.state, factor);
  }

  @Override
  public final void mergeScaled(Learner other, double factor) {
    addScaled(mergeable(other), factor);
  }

  @Override
  public final Optional<JointPredictor> newJointPredictor() {
    return refining.length == 0
        ? Optional.of(new JointBlockPredictor(this, state, classPrior))
        : Optional.empty();
  }

  @Override
  public final long version() {
    return state.version();
  }

  BlockState state() {
    return state;
  }

  @Override
  public final double weightAt(long time) {
    return classes.weightAt(time, state.decay());
  }

  @Override
  public final long latest() {
    return classes.latest();
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
    return hasPrior ? ofBlocks : ofBlocks.plus(classPrior.fit(classes, factors, prior));
  }

  @Override
  public void features(Set<String> names) {
    space.names(names);
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
      // By event time, weights are those at the last example of the class.
      Description faded =
          state.decay().countsExamples() ? new FadedDescription(out, factors[c]) : out;
      faded.beginClass(entry.label, entry.examples, entry.weight);
      faded.share(entry.weight * factors[c], all);
      for (Block block : space.active()) {
        block.describe(c, faded);
      }
    }
  }

  @Override
  public ScoringForm scoringForm() {
    refresh();
    List<ScoringForm> terms = new ArrayList<>();
    for (Block block : space.active()) {
      terms.addAll(block.scoringForms());
    }
    double[] logPriors = new double[classes.size()];
    Arrays.setAll(logPriors, prior::log);
    return new ScoringForm("bayes")
        .texts("labels", List.of(classes.labels()))
        .numbers("logPrior", logPriors)
        .flag("evidence", space.isLikelihood())
        .forms("terms", terms);
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
    derived.setPlain(STALE);
    state.outdate();
    rows.restore(row);
  }

  @Override
  public boolean isExchangeable(String row) {
    return rows.isExchangeable(row);
  }

  @Override
  public void restRows(RowSink sink) {
    rows.restRows(sink);
  }

  @Override
  public boolean replaceRest(Learner rest) {
    derived.setPlain(STALE);
    return state.replaceRest(((BlockLearner) rest).state);
  }

  @Override
  public boolean exchange(StateReader before, StateReader after) {
    derived.setPlain(STALE);
    state.outdate();
    return rows.exchange(before, after);
  }
}
