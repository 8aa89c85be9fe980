package io.bayou.model.logistic;

import io.bayou.model.stat.StrictLog;

/**
 * Moves the logits of the classes to their most probable values given the label of an example.
 * Their prior is normal.
 *
 * <p>It maximizes w (s_y - ln sum exp s) - sum (s - a)^2 / 2v over s. The slope is taken there and
 * not at the former values, which keeps a single surprising example from throwing the weights far
 * off.
 */
final class NewtonStep {
  /* Newton's method with the Hessian diag(1/v + w p) - w p p', inverted by the Sherman-Morrison formula,
   * and a backtracking line search. The function is strictly concave. */
  private static final int MAX_STEPS = 50;
  private static final int MAX_HALVINGS = 30;
  private static final double CONVERGED = 1e-20;

  /* Near the maximum a step squares how fast the value can decrease, so one from here is the last. */
  private static final double NEARLY_CONVERGED = 1e-10;

  /** The share of the decrease predicted by the slope that a step must reach (Armijo). */
  private static final double SUFFICIENT = 1e-4;

  private double[] logits = {};
  private double[] probability = {};
  private double[] trial = {};
  private double[] trialProbability = {};
  private double[] direction = {};
  private double[] precision = {}; // of the prior
  private double[] residual = {}; // the negative gradient
  private double[] inverse = {}; // of the diagonal of the Hessian
  private double logSum;
  private double trialLogSum;

  /* The current problem. */
  private double[] mean;
  private int size;
  private int label;
  private double weight;

  double probability(int c) {
    return probability[c];
  }

  /** Logarithm of the sum of the exponentials of the logits. */
  double logSum() {
    return logSum;
  }

  /** Leaves the logits as they are. */
  void stay(double[] before, int n) {
    begin(before, n);
    logSum = softmax(logits, probability);
  }

  private void begin(double[] before, int n) {
    size = n;
    reserve();
    System.arraycopy(before, 0, logits, 0, n);
  }

  /** Moves the logits for an example of this label and weight. */
  void solve(double[] means, double[] variances, int n, int newLabel, double newWeight) {
    begin(means, n);
    mean = means;
    label = newLabel;
    weight = newWeight;
    for (int c = 0; c < n; c++) {
      precision[c] = 1.0 / variances[c];
    }
    double value = value(logits, probability);
    logSum = trialLogSum;
    for (int step = 0; step < MAX_STEPS; step++) {
      double decrement = setDirection();
      if (!(decrement > CONVERGED)) {
        return;
      }
      if (decrement < NEARLY_CONVERGED) {
        move(1.0);
        trialLogSum = softmax(trial, trialProbability);
        swap();
        return;
      }
      double next = search(value, decrement);
      if (!(next < value)) {
        return; // no further digits
      }
      value = next;
    }
  }

  /* Fills in Newton's direction; returns how fast the value decreases along it. */
  private double setDirection() {
    double dot = 0.0;
    double scale = 0.0;
    for (int c = 0; c < size; c++) {
      double target = c == label ? 1.0 : 0.0;
      double p = probability[c];
      residual[c] = (mean[c] - logits[c]) * precision[c] + weight * (target - p);
      inverse[c] = 1.0 / (precision[c] + weight * p);
      dot += p * residual[c] * inverse[c];
      scale += p * precision[c] * inverse[c];
    }
    double common = weight * dot / scale;
    double decrement = 0.0;
    for (int c = 0; c < size; c++) {
      direction[c] = (residual[c] + common * probability[c]) * inverse[c];
      decrement += residual[c] * direction[c];
    }
    return decrement;
  }

  /* Returns the value at the end of the line search, or the former one if it did not decrease. */
  private double search(double value, double decrement) {
    double length = 1.0;
    for (int halving = 0; halving < MAX_HALVINGS; halving++) {
      move(length);
      double next = value(trial, trialProbability);
      if (next < value - SUFFICIENT * length * decrement) {
        swap();
        return next;
      }
      length *= 0.5;
    }
    return value;
  }

  private void move(double length) {
    for (int c = 0; c < size; c++) {
      trial[c] = logits[c] + length * direction[c];
    }
  }

  /* The trial is accepted. */
  private void swap() {
    logSum = trialLogSum;
    double[] former = logits;
    logits = trial;
    trial = former;
    former = probability;
    probability = trialProbability;
    trialProbability = former;
  }

  private double value(double[] point, double[] probabilities) {
    trialLogSum = softmax(point, probabilities);
    double sum = 0.0;
    for (int c = 0; c < size; c++) {
      double distance = point[c] - mean[c];
      sum += distance * distance * precision[c];
    }
    return 0.5 * sum + weight * (trialLogSum - point[label]);
  }

  private double softmax(double[] point, double[] probabilities) {
    double max = point[0];
    for (int c = 1; c < size; c++) {
      max = Math.max(max, point[c]);
    }
    double sum = 0.0;
    for (int c = 0; c < size; c++) {
      probabilities[c] = point[c] == max ? 1.0 : StrictMath.exp(point[c] - max);
      sum += probabilities[c];
    }
    double share = 1.0 / sum;
    for (int c = 0; c < size; c++) {
      probabilities[c] *= share;
    }
    return max + StrictLog.of(sum);
  }

  private void reserve() {
    if (logits.length < size) {
      logits = new double[2 * size];
      probability = new double[2 * size];
      trial = new double[2 * size];
      trialProbability = new double[2 * size];
      direction = new double[2 * size];
      precision = new double[2 * size];
      residual = new double[2 * size];
      inverse = new double[2 * size];
    }
  }
}
