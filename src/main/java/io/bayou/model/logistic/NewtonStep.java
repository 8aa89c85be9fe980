package io.bayou.model.logistic;

/**
 * What one example does to the logits of the classes: their most probable values, given that they
 * were normal before and that the label is what it is.
 *
 * <p>It maximises w (s_y - ln sum exp s) - sum (s - a)^2 / 2v over s. Taking the slope there and
 * not at the former values is what keeps a single surprising example from throwing the weights far
 * off.
 */
final class NewtonStep {
  /* Newton's method with the Hessian diag(1/v + w p) - w p p', inverted by Sherman and Morrison's formula,
   * and a backtracking line search. The function is strictly concave. */
  private static final int MAX_STEPS = 50;
  private static final int MAX_HALVINGS = 30;
  private static final double CONVERGED = 1e-20;

  /** How much of the fall that the slope promises must come true. */
  private static final double SUFFICIENT = 1e-4;

  private double[] logits = {};
  private double[] probability = {};
  private double[] trial = {};
  private double[] trialProbability = {};
  private double[] direction = {};

  /* What is being solved. */
  private double[] mean;
  private double[] variance;
  private int size;
  private int label;
  private double weight;

  /** The probabilities at those logits. */
  double probability(int c) {
    return probability[c];
  }

  /** Logarithm of the sum of the exponentials of the logits. */
  double logSum() {
    return softmax(logits, trialProbability);
  }

  /** Takes the logits as they are. */
  void stay(double[] before, int n) {
    size = n;
    reserve();
    System.arraycopy(before, 0, logits, 0, n);
    softmax(logits, probability);
  }

  /** Takes the logits to where an example of this label and weight has them. */
  void solve(double[] means, double[] variances, int n, int ofLabel, double ofWeight) {
    stay(means, n);
    mean = means;
    variance = variances;
    label = ofLabel;
    weight = ofWeight;
    double value = value(logits, probability);
    for (int step = 0; step < MAX_STEPS; step++) {
      double decrement = aim();
      if (!(decrement > CONVERGED)) {
        return;
      }
      double next = walk(value, decrement);
      if (!(next < value)) {
        return; // as near as the digits allow
      }
      value = next;
    }
  }

  /* Fills in Newton's direction; returns how fast the value falls along it. */
  private double aim() {
    double dot = 0.0;
    double rest = 0.0;
    for (int c = 0; c < size; c++) {
      double diagonal = 1.0 / variance[c] + weight * probability[c];
      dot += probability[c] * residual(c) / diagonal;
      rest += probability[c] / variance[c] / diagonal;
    }
    double common = weight * dot / rest;
    double decrement = 0.0;
    for (int c = 0; c < size; c++) {
      double diagonal = 1.0 / variance[c] + weight * probability[c];
      direction[c] = (residual(c) + common * probability[c]) / diagonal;
      decrement += residual(c) * direction[c];
    }
    return decrement;
  }

  private double residual(int c) {
    double truth = c == label ? 1.0 : 0.0;
    return (mean[c] - logits[c]) / variance[c] + weight * (truth - probability[c]);
  }

  /* Returns the value at the end of the walk, or the former one if it did not fall. */
  private double walk(double value, double decrement) {
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
      probabilities[c] = StrictMath.exp(point[c] - max);
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
