package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.LogisticSpec;
import io.bayou.model.ModelSpec;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a regression has learned: sums over examples, and the posterior that follows from them. */
final class LogisticState {
  final ModelSpec spec;
  final LogisticSpec rule;
  final Refusals refusals;
  final Columns columns;
  final Inputs inputs;
  final Frame frame = new Frame();
  final Newcomer newcomer;
  long time = Long.MIN_VALUE;
  boolean changed;

  private final Decay decay;
  private final List<ClassWeights> classes = new ArrayList<>();
  private final List<ClassWeights> removed = new ArrayList<>();
  private final Step step = new Step();
  private final Logit logit = new Logit();
  private String[] labels = {};
  private boolean stale = true;

  /* The event at hand: standardised, in the coordinates of the evidence, and the logits. */
  private double[] standard = {};
  private double[] place = {1.0};
  private double[] joint = {1.0};
  private double[] means = {};
  private double[] variances = {};
  private double total;

  LogisticState(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
    rule = spec.logistic();
    decay = new Decay(spec.halfLifeMillis());
    columns = new Columns(spec, refusals);
    inputs = new Inputs(spec, columns, refusals);
    newcomer = new Newcomer(rule);
  }

  List<ClassWeights> classes() {
    return classes;
  }

  /** Labels in order; a new array whenever a class comes or goes. */
  String[] labels() {
    return labels;
  }

  boolean isEmpty() {
    return classes.isEmpty() && columns.size() == 0;
  }

  long examples() {
    long sum = 0;
    for (ClassWeights of : classes) {
      sum += of.examples();
    }
    return sum;
  }

  /** The classes that lost their last example since the last call. */
  List<ClassWeights> takeRemoved() {
    List<ClassWeights> taken = List.copyOf(removed);
    removed.clear();
    return taken;
  }

  void learn(Features x, String label, double weight, long at) {
    int y = open(label);
    if (y < 0) {
      refusals.count(Reason.TOO_MANY_CLASSES);
      return;
    }
    double effective = weight * advance(at);
    scale(rule.forgetting());
    classes.get(y).count(1, effective);
    changed = true;
    if (effective < Decay.FORGOTTEN) {
      return;
    }
    inputs.gatherToLearn(x);
    reserve();
    weigh();
    step.solve(means, variances, classes.size(), y, effective);
    frame.moments().add(inputs.numbers(), effective);
    frame.settle(classes);
    locate();
    add(y, effective);
    newcomer.learn(step.logSum(), effective);
    stale = true;
  }

  /* What was learned is taken back at the weights of now; those of then are not known. */
  void retract(Features x, String label, double weight, long at) {
    int y = find(label);
    if (y < 0) {
      return;
    }
    double effective = weight * advance(at);
    changed = true;
    if (effective >= Decay.FORGOTTEN) {
      inputs.gather(x);
      reserve();
      locate();
      frame.moments().retract(inputs.numbers(), effective);
      stale = true;
      weigh();
      step.stay(means, classes.size());
      add(y, -effective);
      newcomer.learn(step.logSum(), -effective);
      frame.settle(classes);
      stale = true;
    }
    classes.get(y).count(-1, -effective);
    if (classes.get(y).examples() <= 0) {
      remove(y);
    }
  }

  /* Adds the example to every class, at the logits that were found for it. Each group of weights is
   * linearised at its own share of the logit, so that dropping the cross terms between the groups does
   * not move their means. */
  private void add(int y, double weight) {
    int n = classes.size();
    for (int c = 0; c < n; c++) {
      double p = step.probability(c);
      double slope = weight * ((c == y ? 1.0 : 0.0) - p);
      double curvature = weight * Curvature.of(p, n);
      total = variances[c];
      add(classes.get(c), slope, curvature, weight > 0.0 ? slope : 0.0);
    }
  }

  /* The shift is what the slope does to the mean of a weight per unit of its variance. */
  private void add(ClassWeights of, double slope, double curvature, double shift) {
    of.score(joint, logit);
    double bend = diluted(curvature, logit.variance);
    double share = Curvature.bounded(logit.mean + logit.variance * shift);
    of.evidence().add(place, bend, bend * share + slope);
    for (int j = Evidence.DENSE; j < frame.size(); j++) {
      addExtra(j, of, slope, curvature, shift);
    }
    for (int cell : inputs.cells()) {
      if (cell >= 0) {
        of.cell(cell, logit);
        bend = diluted(curvature, logit.variance);
        share = Curvature.bounded(logit.mean + logit.variance * shift);
        of.evidence().addCell(cell, bend, bend * share + slope);
      }
    }
  }

  private void addExtra(int j, ClassWeights of, double slope, double curvature, double shift) {
    double distance = place[j + 1] - frame.centre(j);
    double z = distance * frame.ratio(j);
    of.extra(j, frame.ratio(j), logit);
    double bend = diluted(curvature, logit.variance * z * z);
    double share = Curvature.bounded((logit.mean + logit.variance * z * shift) * z);
    of.evidence().addExtra(j, bend * distance * distance, (bend * share + slope) * distance);
  }

  /* What an example says about the sum of groups it says the less about one of them, the less is known of
   * the others: the precision is that of the group's marginal distribution. */
  private double diluted(double curvature, double own) {
    return curvature / (1.0 + Math.abs(curvature) * Math.max(0.0, total - own));
  }

  /** Gathers an event and fills in mean and variance of the logit of every class. */
  void weigh(Features x) {
    inputs.gather(x);
    weigh();
  }

  double mean(int c) {
    return means[c];
  }

  double variance(int c) {
    return variances[c];
  }

  /** The gathered event in standardised coordinates. */
  double[] standard() {
    return standard;
  }

  private void weigh() {
    solve();
    frame.standardise(inputs.numbers(), standard);
    System.arraycopy(standard, 0, joint, 1, Math.min(frame.size(), Evidence.DENSE));
    for (int c = 0; c < classes.size(); c++) {
      weigh(c, classes.get(c));
    }
  }

  private void weigh(int c, ClassWeights of) {
    of.score(joint, logit);
    double mean = logit.mean;
    double variance = logit.variance;
    for (int j = Evidence.DENSE; j < frame.size(); j++) {
      of.extra(j, frame.ratio(j), logit);
      mean += logit.mean * standard[j];
      variance += logit.variance * standard[j] * standard[j];
    }
    for (int cell : inputs.cells()) {
      if (cell >= 0) {
        of.cell(cell, logit);
        mean += logit.mean;
        variance += logit.variance;
      }
    }
    means[c] = mean;
    variances[c] = variance;
  }

  /** Renews the posterior after the state changed. */
  void solve() {
    reserve();
    if (stale) {
      for (ClassWeights of : classes) {
        of.solve(frame);
      }
      stale = false;
    }
  }

  private void locate() {
    double[] numbers = inputs.numbers();
    frame.locate(numbers, standard);
    place[0] = 1.0;
    System.arraycopy(standard, 0, place, 1, numbers.length);
  }

  /** Makes room for the columns, cells and classes that there are. */
  void reserve() {
    if (frame.size() < columns.numbers()) {
      frame.open(columns.numbers());
      stale = true;
    }
    if (standard.length != frame.size()) {
      standard = new double[frame.size()];
      place = new double[frame.size() + 1];
      joint = new double[Evidence.dense(frame.size())];
      joint[0] = 1.0;
    }
    for (ClassWeights of : classes) {
      of.evidence().open(frame.size(), columns.cells());
    }
    if (means.length < classes.size()) {
      means = new double[2 * classes.size()];
      variances = new double[2 * classes.size()];
    }
  }

  /* Brings the model to the time of an example, or says what a late example still counts. */
  double advance(long at) {
    if (at <= time) {
      return decay.factor(at, time);
    }
    double factor = classes.isEmpty() ? 1.0 : decay.factor(time, at);
    time = at;
    scale(factor);
    return 1.0;
  }

  Decay decay() {
    return decay;
  }

  private void scale(double factor) {
    if (factor != 1.0) {
      for (ClassWeights of : classes) {
        of.scale(factor);
      }
      frame.scaleWeight(factor);
      newcomer.scale(factor);
      stale = true;
    }
  }

  int find(String label) {
    return Arrays.binarySearch(labels, label);
  }

  /** Index of a class, opened if it is new; -1 if there are too many. */
  int open(String label) {
    int c = find(label);
    if (c >= 0) {
      return c;
    }
    if (classes.size() >= spec.limits().classes()) {
      return -1;
    }
    ClassWeights of = new ClassWeights(label, rule);
    insert(-c - 1, of);
    reserve();
    newcomer.introduce(of.evidence(), centre(), 1.0);
    return -c - 1;
  }

  /** Where the mean of the inputs is in the coordinates of the evidence, with 1 before it. */
  double[] centre() {
    double[] centre = new double[frame.size() + 1];
    centre[0] = 1.0;
    for (int j = 0; j < frame.size(); j++) {
      centre[j + 1] = frame.centre(j);
    }
    return centre;
  }

  void insert(int c, ClassWeights of) {
    classes.add(c, of);
    relabel();
  }

  /** Removes a class without leaving a trace. */
  void drop(int c) {
    classes.remove(c);
    relabel();
  }

  private void remove(int c) {
    ClassWeights of = classes.get(c);
    of.count(-of.examples(), 0.0);
    removed.add(of);
    drop(c);
    if (classes.isEmpty()) {
      frame.clear();
      newcomer.clear();
    }
  }

  private void relabel() {
    labels = classes.stream().map(ClassWeights::label).toArray(String[]::new);
    stale = true;
  }

  void markStale() {
    stale = true;
  }
}
