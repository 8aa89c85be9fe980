package io.bayou.model.logistic;

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

  /** The share of the decrease predicted by the slope that a step must reach (Armijo). */
  private static final double SUFFICIENT = 1e-4;

  private double[] logits = {};
  private double[] probability = {};
  private double[] trial = {};
  private double[] trialProbability = {};
  private double[] direction = {};

  /* The current problem. */
  private double[] mean;
  private double[] variance;
  private int size;
  private int label;
  private double weight;

  double probability(int c) {
    return probability[c];
  }

  /** Logarithm of the sum of the exponentials of the logits. */
  double logSum() {
    return softmax(logits, trialProbability);
  }

  /** Leaves the logits as they are. */
  void stay(double[] before, int n) {
    size = n;
    reserve();
    System.arraycopy(before, 0, logits, 0, n);
    softmax(logits, probability);
  }

  /** Moves the logits for an example of this label and weight. */
  void solve(double[] means, double[] variances, int n, int newLabel, double newWeight) {
    stay(means, n);
    mean = means;
    variance = variances;
    label = newLabel;
    weight = newWeight;
    double value = value(logits, probability);
    for (int step = 0; step < MAX_STEPS; step++) {
      double decrement = setDirection();
      if (!(decrement > CONVERGED)) {
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
      double diagonal = 1.0 / variance[c] + weight * probability[c];
      dot += probability[c] * residual(c) / diagonal;
      scale += probability[c] / variance[c] / diagonal;
    }
    double common = weight * dot / scale;
    double decrement = 0.0;
    for (int c = 0; c < size; c++) {
      double diagonal = 1.0 / variance[c] + weight * probability[c];
      direction[c] = (residual(c) + common * probability[c]) / diagonal;
      decrement += residual(c) * direction[c];
    }
    return decrement;
  }

  private double residual(int c) {
    double target = c == label ? 1.0 : 0.0;
    return (mean[c] - logits[c]) / variance[c] + weight * (target - probability[c]);
  }

  /* Returns the value at the end of the line search, or the former one if it did not decrease. */
  private double search(double value, double decrement) {
    double length = 1.0;
    for (int halving = 0; halving < MAX_HALVINGS; halving++) {
      for (int c = 0; c < size; c++) {
        trial[c] = logits[c] + length * direction[c];
      }
      double next = value(trial, trialProbability);
      if (next < value - SUFFICIENT * length * decrement) {
        swap();
        return next;
      }
      length *= 0.5;
    }
    return value;
  }

  private void swap() {
    double[] former = logits;
    logits = trial;
    trial = former;
    former = probability;
    probability = trialProbability;
    trialProbability = former;
  }

  private double value(double[] point, double[] probabilities) {
    double logSum = softmax(point, probabilities);
    double sum = 0.0;
    for (int c = 0; c < size; c++) {
      double distance = point[c] - mean[c];
      sum += distance * distance / variance[c];
    }
    return 0.5 * sum + weight * (logSum - point[label]);
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
    for (int c = 0; c < size; c++) {
      probabilities[c] /= sum;
    }
    return max + StrictMath.log(sum);
  }

  private void reserve() {
    if (logits.length < size) {
      logits = new double[2 * size];
      probability = new double[2 * size];
      trial = new double[2 * size];
      trialProbability = new double[2 * size];
      direction = new double[2 * size];
    }
  }
}
