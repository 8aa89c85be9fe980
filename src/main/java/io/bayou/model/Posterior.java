package io.bayou.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Probability of each class given the features of one event; classes in label order.
 *
 * <p>A reusable buffer: the caller owns it, a learner fills it. A learner calls {@link #begin},
 * sets log prior and log joint of each class, then {@link #finish}; probabilities leave log space
 * there and nowhere else. It also keeps the scratch space of its learner, so that predicting
 * changes nothing but what the caller owns.
 */
public final class Posterior {
  private static final String[] NONE = {};

  /* Rounding does not change the order of probabilities that differ by a larger share, if their
   * logarithms are below EXACT_LOG. */
  private static final double NEAR = 1e-9;

  private static final double EXACT_LOG = 1e5;

  private String[] labels = NONE;
  private final ClassScores prior = new ClassScores();
  private final ClassScores joint = new ClassScores();
  private double[] probability = new double[0];
  private double[] raw = new double[0];
  private boolean calibrated;
  private boolean[] chosen = new boolean[0];
  private boolean hasSet;
  private double evidenceScale = Double.NaN;
  private int evidenceOf = -1; // the class by whose joint probability the evidence is scaled
  private int best = -1;
  private int runnerUp = -1;
  private final EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
  private Learner learner;
  private Predictor predictor;

  /** Scratch space of a learner, kept for its next event. */
  Predictor predictor(Learner by) {
    if (by != learner) {
      predictor = by.newPredictor();
      learner = by;
    }
    return predictor;
  }

  /** Starts a new answer over these classes. The array is shared, not copied: never change it. */
  public void begin(String[] sortedLabels) {
    labels = sortedLabels;
    if (probability.length < labels.length) {
      probability = new double[labels.length];
    }
    prior.reserve(labels.length);
    joint.begin(labels.length);
    calibrated = false;
    hasSet = false;
    flags.clear();
    evidenceScale = Double.NaN;
    best = -1;
    runnerUp = -1;
  }

  /** Sets ln P(c) and ln P(c, x) of one class; negative infinity means impossible. */
  public void set(int c, double logPrior, double logJoint) {
    prior.setLog(c, logPrior);
    joint.setLog(c, logJoint);
  }

  /** By class the likelihood, to be filled in before {@link #setPrior}. */
  public ClassScores likelihood() {
    return joint;
  }

  /** Sets P(c) of each class, and P(c, x) by {@link #likelihood}. */
  public void setPrior(ClassScores byClass) {
    prior.set(byClass, labels.length);
    joint.multiply(byClass, labels.length);
  }

  public void raise(Flag flag) {
    flags.add(flag);
  }

  /** Normalises what was set. Ties go to the higher prior, then to the first label. */
  public void finish() {
    if (labels.length == 0) {
      flags.add(Flag.NO_MODEL);
      return;
    }
    evidenceOf = joint.nearlyLargest(labels.length);
    if (evidenceOf >= 0) {
      evidenceScale = normalise(joint, evidenceOf);
      rank(Math.abs(joint.sums()[evidenceOf]) < EXACT_LOG ? NEAR : Double.POSITIVE_INFINITY);
    } else {
      flags.add(Flag.IMPOSSIBLE);
      answerWithPrior();
      rank(Double.POSITIVE_INFINITY);
      evidenceOf = best;
      evidenceScale = 1.0; // of a probability of zero
    }
  }

  private void answerWithPrior() {
    int largest = prior.nearlyLargest(labels.length);
    if (largest >= 0) {
      normalise(prior, largest);
    } else {
      Arrays.fill(probability, 0, labels.length, 1.0 / labels.length);
    }
  }

  /** Declares that the learner has no density for the features: no log evidence. */
  public void withoutEvidence() {
    evidenceScale = Double.NaN;
  }

  /**
   * Replaces the probabilities. Log joints, evidence and the order of the classes stay as they are.
   *
   * @param byClass corrected ones; they sum to 1, and order the classes as before
   */
  public void calibrate(double[] byClass) {
    if (raw.length < labels.length) {
      raw = new double[labels.length];
    }
    System.arraycopy(probability, 0, raw, 0, labels.length);
    System.arraycopy(byClass, 0, probability, 0, labels.length);
    calibrated = true;
  }

  /** Whether the probabilities were corrected: they do not follow from the log joints. */
  public boolean isCalibrated() {
    return calibrated;
  }

  /** The probability of a class before it was calibrated. */
  public double rawProbability(int c) {
    return calibrated ? raw[c] : probability[c];
  }

  /**
   * Sets which classes are in the prediction set.
   *
   * @param byClass whether each is
   */
  public void choose(boolean[] byClass) {
    if (chosen.length < labels.length) {
      chosen = new boolean[labels.length];
    }
    System.arraycopy(byClass, 0, chosen, 0, labels.length);
    hasSet = true;
  }

  /** Whether there is a prediction set; it may be empty. */
  public boolean hasSet() {
    return hasSet;
  }

  /** The labels in the prediction set. */
  public List<String> set() {
    return IntStream.range(0, labels.length).filter(this::isInSet).mapToObj(this::label).toList();
  }

  /** How many classes are in the prediction set. */
  public int setSize() {
    int size = 0;
    for (int c = 0; c < labels.length; c++) {
      size += isInSet(c) ? 1 : 0;
    }
    return size;
  }

  /** Whether a class is in the prediction set. */
  public boolean isInSet(int c) {
    return hasSet && chosen[c];
  }

  /* Returns the sum of the scores, relative to one that is nearly the largest. */
  private double normalise(ClassScores scores, int largest) {
    double sum = 1.0;
    for (int c = 0; c < labels.length; c++) {
      double p = c == largest ? 1.0 : scores.ratio(c, largest);
      probability[c] = p;
      sum += c == largest ? 0.0 : p;
    }
    for (int c = 0; c < labels.length; c++) {
      probability[c] /= sum;
    }
    return sum;
  }

  /* Probabilities that differ by less than this share are compared by their logarithms. */
  private void rank(double near) {
    best = 0;
    runnerUp = -1;
    for (int c = 1; c < labels.length; c++) {
      if (beats(c, best, near)) {
        runnerUp = best;
        best = c;
      } else if (runnerUp < 0 || beats(c, runnerUp, near)) {
        runnerUp = c;
      }
    }
  }

  private boolean beats(int c, int other, double near) {
    double p = probability[c];
    double q = probability[other];
    return Math.abs(p - q) > near * Math.max(p, q) ? p > q : beatsByLog(c, other);
  }

  private boolean beatsByLog(int c, int other) {
    double log = logJoint(c);
    double logOfOther = logJoint(other);
    return log > logOfOther || (log == logOfOther && logPrior(c) > logPrior(other));
  }

  public int size() {
    return labels.length;
  }

  public boolean isEmpty() {
    return labels.length == 0;
  }

  public String label(int c) {
    return labels[c];
  }

  /** The array that {@link #begin} got: never change it. */
  public String[] labels() {
    return labels;
  }

  /** Index of the class in label order, or -1 if the model does not know it. */
  public int indexOf(String label) {
    int c = Arrays.binarySearch(labels, label);
    return c < 0 ? -1 : c;
  }

  /** The most probable class, or -1 when there is none. */
  public int best() {
    return best;
  }

  /** The second most probable class, or -1 when there are fewer than two. */
  public int runnerUp() {
    return runnerUp;
  }

  public double probability(int c) {
    return probability[c];
  }

  /** Probability of a label; 0 for a class the model does not know. */
  public double probabilityOf(String label) {
    int c = indexOf(label);
    return c < 0 ? 0.0 : probability[c];
  }

  public double logPrior(int c) {
    return prior.log(c);
  }

  /** ln P(c) + ln P(x|c). */
  public double logJoint(int c) {
    return joint.log(c);
  }

  /** ln p(x), the log-sum-exp of the log joints; NaN where the learner has no density. */
  public double logEvidence() {
    return Double.isNaN(evidenceScale)
        ? Double.NaN
        : logJoint(evidenceOf) + Math.log(evidenceScale);
  }

  public Set<Flag> flags() {
    return flags;
  }
}
