package io.bayou.model.bayes;

import io.bayou.model.Explanation;
import io.bayou.model.FeatureType;
import io.bayou.model.Features;
import io.bayou.model.Flag;
import io.bayou.model.Learner;
import io.bayou.model.ModelSpec;
import io.bayou.model.ModelSpec.Estimate;
import io.bayou.model.Posterior;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Naive Bayes over features of mixed types: within a class every feature is independent of the
 * others, so that the log likelihood of an event is a sum over its features.
 */
final class NaiveBayes implements Learner {
  private final ModelSpec spec;
  private final Refusals refusals = new Refusals();
  private final Decay decay;
  private final ClassPrior prior;
  private final ClassTable classes;
  private final FeatureSpace space;
  private final Block[] blocks;
  private final List<ClassTable.Entry> removed = new ArrayList<>();

  private boolean stale = true;
  private double[] factors = {};
  private double[] logPrior = {};
  private double[] scores = {};

  NaiveBayes(ModelSpec spec) {
    this.spec = spec;
    decay = new Decay(spec.halfLifeMillis());
    prior = new ClassPrior(spec.prior());
    classes = new ClassTable(spec.limits().classes());
    blocks =
        new Block[] {
          new GaussianBlock(spec), new StudentBlock(), new DiscreteBlock(spec, refusals)
        };
    space = new FeatureSpace(spec, this::blockOf, refusals);
  }

  private Block blockOf(FeatureType type) {
    boolean predictive = spec.estimate().filter(e -> e == Estimate.BAYES).isPresent();
    return switch (type) {
      case GAUSSIAN -> blocks[predictive ? 1 : 0];
      case STUDENT_T -> blocks[1];
      case BERNOULLI, CATEGORICAL -> blocks[2];
      case MULTINOMIAL, BERNOULLI_TEXT, IGNORE -> null;
    };
  }

  /* The type that opens a column in a block when nothing but the block is known. */
  private static final FeatureType[] TYPE_OF_BLOCK = {
    FeatureType.GAUSSIAN, FeatureType.STUDENT_T, FeatureType.CATEGORICAL
  };

  @Override
  public ModelSpec spec() {
    return spec;
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (weight == 0.0) {
      return;
    }
    int c = openClass(label);
    if (c < 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
      return;
    }
    space.gatherToLearn(x);
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    for (Block block : space.active()) {
      block.learn(c, effective);
    }
    entry.weight += effective;
    entry.examples++;
    entry.changed = true;
    stale = true;
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    int c = classes.find(label);
    if (weight == 0.0 || c < 0) {
      return;
    }
    space.gather(x);
    ClassTable.Entry entry = classes.get(c);
    double effective = weight * advance(c, entry, time);
    for (Block block : space.active()) {
      block.retract(c, effective);
    }
    entry.weight = Math.max(0.0, entry.weight - effective);
    entry.examples--;
    entry.changed = true;
    stale = true;
    if (entry.examples <= 0) {
      remove(c);
    }
  }

  private int openClass(String label) {
    int c = classes.find(label);
    if (c >= 0) {
      return c;
    }
    if (classes.isFull()) {
      return -1;
    }
    c = classes.open(label, c);
    for (Block block : blocks) {
      block.openClass(c);
    }
    if (classes.size() > scores.length) {
      factors = new double[classes.size() * 2];
      logPrior = new double[classes.size() * 2];
      scores = new double[classes.size() * 2];
    }
    return c;
  }

  private void remove(int c) {
    ClassTable.Entry entry = classes.get(c);
    entry.examples = 0;
    entry.weight = 0.0;
    removed.add(entry);
    drop(c);
  }

  private void drop(int c) {
    classes.remove(c);
    for (Block block : blocks) {
      block.removeClass(c);
    }
  }

  /* Brings a class to the time of an example, or says what a late example still counts. */
  private double advance(int c, ClassTable.Entry entry, long time) {
    if (time <= entry.time) {
      return decay.factor(time, entry.time);
    }
    double factor = entry.examples == 0 ? 1.0 : decay.factor(entry.time, time);
    entry.time = time;
    if (factor != 1.0) {
      entry.weight *= factor;
      for (Block block : space.active()) {
        block.scale(c, factor);
      }
    }
    return 1.0;
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

  private void refresh() {
    if (stale) {
      classes.factors(decay, factors);
      prior.logPriors(classes, factors, logPrior);
      for (Block block : space.active()) {
        block.refresh(factors);
      }
      stale = false;
    }
  }

  @Override
  public Explanation explain(Features x) {
    Posterior answer = predict(x);
    int best = answer.best();
    int other = answer.runnerUp();
    if (other < 0) {
      throw new IllegalStateException("the model knows fewer than two classes");
    }
    SortedMap<String, Double> contributions = new TreeMap<>();
    for (Block block : blocks) {
      for (int j = 0; j < block.columns(); j++) {
        double difference = block.logLikelihood(j, best) - block.logLikelihood(j, other);
        if (difference != 0.0) {
          contributions.put(block.name(j), difference);
        }
      }
    }
    double priorOdds = answer.logPrior(best) - answer.logPrior(other);
    return new Explanation(answer.label(best), answer.label(other), priorOdds, contributions);
  }

  @Override
  public void merge(Learner other) {
    NaiveBayes from = (NaiveBayes) other;
    for (int k = 0; k < from.classes.size(); k++) {
      merge(from, k);
    }
  }

  private void merge(NaiveBayes from, int k) {
    ClassTable.Entry source = from.classes.get(k);
    int c = openClass(source.label);
    if (c < 0) {
      refusals.count(Refusals.Reason.TOO_MANY_CLASSES);
      return;
    }
    ClassTable.Entry entry = classes.get(c);
    // Scaling the smaller share would change the other learner: scale it while it is added instead.
    advance(c, entry, source.time);
    double factor = decay.factor(source.time, entry.time);
    if (factor != 1.0) {
      from = from.scaledCopy(k, factor);
      k = 0;
    }
    for (int b = 0; b < blocks.length; b++) {
      mergeColumns(b, c, from, k);
    }
    entry.weight += from.classes.get(k).weight;
    entry.examples += source.examples;
    entry.changed = true;
    stale = true;
  }

  private NaiveBayes scaledCopy(int k, double factor) {
    NaiveBayes copy = new NaiveBayes(spec);
    int c = copy.openClass(classes.get(k).label);
    for (int b = 0; b < blocks.length; b++) {
      copy.mergeColumns(b, c, this, k);
      copy.blocks[b].scale(c, factor);
    }
    copy.classes.get(c).weight = classes.get(k).weight * factor;
    return copy;
  }

  private void mergeColumns(int b, int c, NaiveBayes from, int k) {
    Block source = from.blocks[b];
    for (int j = 0; j < source.columns(); j++) {
      int column = space.column(source.name(j), blocks[b], TYPE_OF_BLOCK[b]);
      if (column >= 0) {
        blocks[b].merge(c, column, source, k, j);
      }
    }
  }

  @Override
  public long examples() {
    return classes.examples();
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public void rows(RowSink sink) {
    for (int c = 0; c < classes.size(); c++) {
      row(c, sink);
    }
  }

  @Override
  public void changedRows(RowSink sink) {
    for (ClassTable.Entry entry : removed) {
      sink.row(entry.rowKey(), entry::write);
    }
    removed.clear();
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).changed) {
        classes.get(c).changed = false;
        row(c, sink);
      }
    }
  }

  private void row(int c, RowSink sink) {
    sink.row(classes.get(c).rowKey(), out -> write(c, out));
  }

  private void write(int c, StateWriter out) {
    classes.get(c).write(out);
    for (Block block : blocks) {
      out.integer(block.columns());
      for (int j = 0; j < block.columns(); j++) {
        out.text(block.name(j));
        block.write(c, j, out);
      }
    }
  }

  @Override
  public void restore(StateReader row) {
    String label = row.text();
    int c = classes.find(label);
    if (c >= 0) {
      drop(c);
    }
    stale = true;
    c = openClass(label);
    ClassTable.Entry entry = classes.get(c);
    entry.read(row);
    if (entry.examples == 0) {
      drop(c);
      return;
    }
    for (int b = 0; b < blocks.length; b++) {
      int columns = row.count(spec.limits().features());
      for (int j = 0; j < columns; j++) {
        String name = row.text();
        int column = space.column(name, blocks[b], TYPE_OF_BLOCK[b]);
        if (column < 0) {
          throw new IllegalStateException("feature '" + name + "' of a row does not fit the model");
        }
        blocks[b].read(c, column, row);
      }
    }
  }
}
