package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** What a regression has learned: sums over examples, and the posterior that follows from them. */
final class LogisticState {
  final ModelSpec spec;
  final LogisticSpec rule;
  final Refusals refusals;
  final Texts texts;
  final Columns columns;
  final Standardizer standardizer = new Standardizer();
  final NewClassPrior newClassPrior;
  long time = Long.MIN_VALUE;
  boolean changed;

  private final Decay decay;
  private final List<ClassWeights> classes = new ArrayList<>();
  private final List<ClassWeights> removed = new ArrayList<>();
  private final NewtonStep step = new NewtonStep();
  private final EvidenceUpdate update;
  private String[] labels = {};

  /* The posterior is solved by whoever needs it first, once for all threads. */
  private final AtomicBoolean fresh = new AtomicBoolean();
  private long version;

  LogisticState(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
    rule = spec.logistic();
    decay = new Decay(spec.halfLifeMillis());
    texts = new Texts(spec, refusals);
    columns = new Columns(spec, texts, refusals);
    newClassPrior = new NewClassPrior(rule);
    update = new EvidenceUpdate(standardizer);
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
    for (ClassWeights weights : classes) {
      sum += weights.examples();
    }
    return sum;
  }

  /** The classes that lost their last example since the last call. */
  List<ClassWeights> takeRemoved() {
    List<ClassWeights> taken = List.copyOf(removed);
    removed.clear();
    return taken;
  }

  void learn(Features x, EventLogits event, String label, double weight, long eventTime) {
    int y = open(label);
    if (y < 0) {
      refusals.count(Reason.TOO_MANY_CLASSES);
      return;
    }
    double effective = weight * advance(eventTime);
    changed = true;
    if (effective >= Decay.FORGOTTEN) {
      learn(x, event, y, effective);
    }
    classes.get(y).count(1, effective);
  }

  /* The step is taken from the posterior that a prediction has just been made with, before anything is
   * forgotten: it need not be solved again. */
  private void learn(Features x, EventLogits event, int y, double effective) {
    columns.setClasses(classes.size());
    event.weighToLearn(x);
    Inputs inputs = event.inputs();
    refusals.add(inputs.leftOut());
    step.solve(event.means(), event.variances(), classes.size(), y, effective);
    for (TextEvent text : inputs.texts()) {
      text.pin();
    }
    scale(rule.forgetting());
    for (TextEvent text : inputs.texts()) {
      text.count(effective);
    }
    standardizer.moments().add(inputs.numbers(), effective);
    standardizer.settle(classes);
    event.locate();
    update.add(classes, event, step, y, effective);
    newClassPrior.learn(step.logSum(), effective);
    markStale();
  }

  /* What was learned is taken back at the weights of now; those of then are not known. */
  void retract(Features x, EventLogits event, String label, double weight, long eventTime) {
    int y = find(label);
    if (y < 0) {
      refusals.count(Reason.CORRECTION_UNKNOWN);
      return;
    }
    double effective = weight * advance(eventTime);
    changed = true;
    if (effective >= Decay.FORGOTTEN) {
      event.gather(x);
      event.locate();
      standardizer.moments().retract(event.inputs().numbers(), effective);
      markStale();
      event.weigh();
      step.stay(event.means(), classes.size());
      update.add(classes, event, step, y, -effective);
      newClassPrior.learn(step.logSum(), -effective);
      for (TextEvent text : event.inputs().texts()) {
        text.retract(effective);
      }
      standardizer.settle(classes);
      markStale();
    }
    classes.get(y).count(-1, -effective);
    if (classes.get(y).examples() <= 0) {
      remove(y);
    }
  }

  /** Renews the posterior after the state changed. */
  void solve() {
    if (!fresh.getAcquire()) {
      synchronized (this) {
        if (!fresh.getPlain()) {
          reserve();
          standardizer.survey();
          for (ClassWeights weights : classes) {
            weights.solve(standardizer);
          }
          fresh.setRelease(true);
        }
      }
    }
  }

  /** Changes with everything that is learned. */
  long version() {
    return version;
  }

  /** Makes room for the columns that there are. */
  void reserve() {
    if (standardizer.size() < columns.numbers()) {
      standardizer.open(columns.numbers());
      markStale();
    }
    for (ClassWeights weights : classes) {
      weights.evidence().open(standardizer.size());
    }
  }

  /* Brings the model to the time of an example, or says what a late example still counts. */
  double advance(long eventTime) {
    if (eventTime <= time) {
      return decay.factor(eventTime, time);
    }
    double factor = classes.isEmpty() ? 1.0 : decay.factor(time, eventTime);
    time = eventTime;
    scale(factor);
    return 1.0;
  }

  Decay decay() {
    return decay;
  }

  private void scale(double factor) {
    if (factor != 1.0) {
      for (ClassWeights weights : classes) {
        weights.scale(factor);
      }
      standardizer.scaleWeight(factor);
      texts.scale(factor);
      newClassPrior.scale(factor);
      markStale();
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
    if (classes.size() >= spec.limits().classes() || !columns.hasRoomForClass(classes.size())) {
      return -1;
    }
    ClassWeights weights = new ClassWeights(label, rule);
    insert(-c - 1, weights);
    reserve();
    newClassPrior.introduce(weights.evidence(), centre(), 1.0);
    return -c - 1;
  }

  /** Where the mean of the inputs is in the coordinates of the evidence, with 1 before it. */
  double[] centre() {
    double[] centre = new double[standardizer.size() + 1];
    centre[0] = 1.0;
    for (int j = 0; j < standardizer.size(); j++) {
      centre[j + 1] = standardizer.centre(j);
    }
    return centre;
  }

  void insert(int c, ClassWeights weights) {
    classes.add(c, weights);
    texts.openClass(c);
    relabel();
  }

  /** Replaces a class; its evidence on tokens stays. */
  void replace(int c, ClassWeights weights) {
    classes.set(c, weights);
    markStale();
  }

  /** Removes a class without leaving a trace. */
  void drop(int c) {
    classes.remove(c);
    texts.removeClass(c);
    relabel();
  }

  private void remove(int c) {
    ClassWeights weights = classes.get(c);
    weights.count(-weights.examples(), 0.0);
    removed.add(weights);
    texts.markChanged();
    drop(c);
    if (classes.isEmpty()) {
      time = Long.MIN_VALUE; // as if nothing had been learned: there is no row to keep it in
      standardizer.clear();
      newClassPrior.clear();
      texts.clear();
    }
  }

  private void relabel() {
    labels = new String[classes.size()];
    Arrays.setAll(labels, c -> classes.get(c).label());
    markStale();
  }

  void markStale() {
    fresh.setPlain(false);
    version++;
  }
}
