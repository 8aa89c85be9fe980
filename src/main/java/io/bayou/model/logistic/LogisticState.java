package io.bayou.model.logistic;

import io.bayou.model.Features;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** The state of a regression: sums over examples, and the posterior that follows from them. */
final class LogisticState {
  final ModelSpec spec;
  final LogisticSpec rule;
  final Refusals refusals;
  final ClassTable classes;
  final Texts texts;
  final Columns columns;
  final Standardizer standardizer = new Standardizer();
  final NewClassPrior newClassPrior;
  final VarianceShare averaged = new VarianceShare();
  long time = Long.MIN_VALUE;
  boolean changed;

  private final Decay decay;
  private final List<ClassWeights> weights = new ArrayList<>(); // by class
  private final List<String> removed = new ArrayList<>();
  private final NewtonStep step = new NewtonStep();
  private final EvidenceUpdate update;
  private final ClassWeights spare; // solved beside the last class of an odd number

  /* The first thread that needs the posterior solves it for all. */
  private final AtomicBoolean fresh = new AtomicBoolean();
  private long version;

  LogisticState(ModelSpec spec, Refusals refusals) {
    this.spec = spec;
    this.refusals = refusals;
    rule = spec.logistic();
    classes = new ClassTable(spec.limits().classes());
    decay = new Decay(spec.halfLifeMillis());
    texts = new Texts(spec, refusals);
    columns = new Columns(spec, texts, refusals);
    newClassPrior = new NewClassPrior(rule);
    update = new EvidenceUpdate(standardizer);
    spare = new ClassWeights(rule, new Evidence());
  }

  /** By class, in label order. */
  List<ClassWeights> weights() {
    return weights;
  }

  boolean isEmpty() {
    return weights.isEmpty() && columns.size() == 0;
  }

  /** The labels of the classes that lost their last example since the last call. */
  List<String> takeRemoved() {
    List<String> taken = List.copyOf(removed);
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
    count(y, 1, effective);
  }

  /* The step starts from the posterior of the last prediction, before anything is forgotten, so that
   * it need not be solved again. */
  private void learn(Features x, EventLogits event, int y, double effective) {
    columns.setClasses(weights.size());
    event.weighToLearn(x);
    Inputs inputs = event.inputs();
    refusals.add(inputs.leftOut());
    if (rule.average() && classes.examples(y) > 0) {
      averaged.learn(event.means(), event.predictionVariances(), weights.size(), y, effective);
    }
    step.solve(event.means(), event.variances(), weights.size(), y, effective);
    for (TextEvent text : inputs.texts()) {
      text.pin();
    }
    scale(rule.forgetting());
    for (TextEvent text : inputs.texts()) {
      text.count(effective);
    }
    standardizer.moments().add(inputs.numbers(), effective);
    standardizer.settle(weights);
    event.locate();
    update.add(weights, event, step, y, effective);
    columns.cells().markChanged(inputs.cells());
    learnRarity(effective);
    markStale();
  }

  private void learnRarity(double weight) {
    if (weights.size() == 1) {
      newClassPrior.learnAlone(weights.get(0).evidence(), center(), step.logSum(), weight);
    }
    newClassPrior.learn(step.logSum(), weight);
  }

  /* Retracts at the present weights; those at the time of learning are not kept. */
  void retract(Features x, EventLogits event, String label, double weight, long eventTime) {
    int y = classes.find(label);
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
      step.stay(event.means(), weights.size());
      update.add(weights, event, step, y, -effective);
      columns.cells().markChanged(event.inputs().cells());
      learnRarity(-effective);
      for (TextEvent text : event.inputs().texts()) {
        text.retract(effective);
      }
      standardizer.settle(weights);
      markStale();
    }
    count(y, -1, -effective);
    if (classes.examples(y) <= 0) {
      remove(y);
    }
  }

  /** Adds to the examples of a class and to their weight. */
  void count(int c, long examples, double weight) {
    classes.set(c, classes.examples(c) + examples, Math.max(0.0, classes.weight(c) + weight));
  }

  /** Updates the posterior if the state changed. */
  void solve() {
    if (!fresh.getAcquire()) {
      synchronized (this) {
        if (!fresh.getPlain()) {
          reserve();
          standardizer.survey();
          for (int c = 0; c < weights.size(); c += 2) {
            boolean isLast = c + 1 == weights.size();
            ClassWeights.solve(weights.get(c), isLast ? spare : weights.get(c + 1), standardizer);
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

  /** Makes room for all open columns. */
  void reserve() {
    if (standardizer.size() < columns.numbers()) {
      standardizer.open(columns.numbers());
      markStale();
    }
    for (ClassWeights ofClass : weights) {
      ofClass.evidence().open(standardizer.size());
    }
  }

  /** Advances to the time of an example; returns the decay factor of a late one. */
  double advance(long eventTime) {
    if (eventTime <= time) {
      return decay.factor(eventTime, time);
    }
    double factor = weights.isEmpty() ? 1.0 : decay.factor(time, eventTime);
    time = eventTime;
    scale(factor);
    return 1.0;
  }

  Decay decay() {
    return decay;
  }

  private void scale(double factor) {
    if (factor != 1.0) {
      for (int c = 0; c < weights.size(); c++) {
        classes.set(c, classes.examples(c), classes.weight(c) * factor);
        if (weights.get(c).evidence().scale(factor)) {
          columns.cells().markAllChanged();
        }
      }
      standardizer.scaleWeight(factor);
      texts.scale(factor);
      newClassPrior.scale(factor);
      markStale();
    }
  }

  /** The index of a class, opened if it is new; -1 if there are too many. */
  int open(String label) {
    int c = classes.find(label);
    if (c >= 0) {
      return c;
    }
    if (classes.isFull() || !columns.hasRoomForClass(weights.size())) {
      return -1;
    }
    c = insert(label, new Evidence());
    reserve();
    newClassPrior.introduce(weights.get(c).evidence(), center(), 1.0);
    return c;
  }

  /** The mean of the inputs in the coordinates of the evidence, after a 1. */
  double[] center() {
    double[] center = new double[standardizer.size() + 1];
    center[0] = 1.0;
    for (int j = 0; j < standardizer.size(); j++) {
      center[j + 1] = standardizer.center(j);
    }
    return center;
  }

  /** Opens a class that must be new; returns its index. */
  int insert(String label, Evidence evidence) {
    int c = classes.open(label, classes.find(label));
    weights.add(c, new ClassWeights(rule, evidence));
    texts.openClass(c);
    markStale();
    return c;
  }

  /** Replaces the evidence of a class, except that on categories and tokens. */
  void replace(int c, Evidence evidence) {
    evidence.takeCells(weights.get(c).evidence());
    weights.set(c, new ClassWeights(rule, evidence));
    markStale();
  }

  /** Removes a class that needs no row to tell. */
  void drop(int c) {
    classes.remove(c);
    weights.remove(c);
    texts.removeClass(c);
    markStale();
  }

  private void remove(int c) {
    removed.add(classes.label(c));
    columns.cells().markAllChanged();
    texts.markChanged();
    drop(c);
    if (weights.isEmpty()) {
      time = Long.MIN_VALUE; // no row is left to keep it in
      standardizer.clear();
      newClassPrior.clear();
      averaged.clear();
      texts.clear();
    }
  }

  void markStale() {
    fresh.setPlain(false);
    version++;
  }
}
