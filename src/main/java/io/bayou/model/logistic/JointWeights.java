package io.bayou.model.logistic;

import io.bayou.model.stat.Triangle;
import java.util.Arrays;

/**
 * The posterior of the weights of a class that are estimated jointly, in standardised coordinates:
 * a normal distribution, solved from the evidence and the prior.
 */
final class JointWeights {
  /* The Cholesky factor of the precision, as an upper triangle: row k has its columns k to the last one
   * after the other. All inner loops but one then run along rows without a sum that each step waits for,
   * which is what the compiler can do several elements at a time. */
  private static final double[] NONE = {};

  /** Neither a mean nor a variance of a logit is larger, unless the evidence contradicts itself. */
  private static final double MAX_MOMENT = 1e50;

  private final double ofIntercept;
  private final double ofWeight;
  private int size;
  private double[] factor = NONE;
  private double[] inverse = NONE;
  private double[] means = NONE;

  /**
   * @param ofIntercept prior precision of the intercept
   * @param ofWeight prior precision of a weight
   */
  JointWeights(double ofIntercept, double ofWeight) {
    this.ofIntercept = ofIntercept;
    this.ofWeight = ofWeight;
  }

  /** Solves for what the evidence says. */
  void solve(Evidence evidence, Standardizer standardizer) {
    size = Evidence.dense(standardizer.size());
    if (means.length != size) {
      factor = new double[Triangle.size(size)];
      inverse = new double[size];
      means = new double[size];
    }
    standardise(evidence, standardizer.centres(), standardizer.ratios());
    factorise();
    forward(means);
    backward(means);
    for (int i = 0; i < size; i++) {
      // Evidence that was retracted and never learned may have left nonsense: back to the prior.
      means[i] = Math.abs(means[i]) <= MAX_MOMENT ? means[i] : 0.0;
    }
  }

  /* Where row k would have its column 0. */
  private int row(int k) {
    return k * size - Triangle.size(k);
  }

  /* Fills in the precision and the linear term, those of the prior among them. */
  private void standardise(Evidence evidence, double[] centres, double[] ratios) {
    double[] precision = evidence.precision();
    double base = precision[0];
    factor[0] = base + ofIntercept;
    means[0] = evidence.linear(0);
    for (int i = 1, at = 1; i < size; at += ++i) {
      double centre = centres[i - 1];
      double ratio = ratios[i - 1];
      double cross = precision[at] - centre * base;
      factor[i] = ratio * cross;
      for (int k = 1; k <= i; k++) {
        double rest = precision[at + k] - centre * precision[Triangle.size(k)];
        factor[row(k) + i] = ratio * ratios[k - 1] * (rest - centres[k - 1] * cross);
      }
      factor[row(i) + i] += ofWeight;
      means[i] = ratio * (evidence.linear(i) - centre * means[0]);
    }
  }

  /* Evidence only adds to the prior, so no pivot can be smaller than the prior's. What was retracted at
   * other weights than it was learned at may have left less: such a weight is set back to its prior,
   * apart from the others, or they would all be thrown off. */
  private void factorise() {
    double least = 0.5 * Math.min(ofIntercept, ofWeight);
    for (int k = 0; k < size; k++) {
      int row = row(k);
      double pivot = factor[row + k];
      if (!(pivot >= least)) {
        setApart(k);
        pivot = k == 0 ? ofIntercept : ofWeight;
      }
      double root = Math.sqrt(pivot);
      factor[row + k] = root;
      inverse[k] = 1.0 / root;
      for (int i = k + 1; i < size; i++) {
        factor[row + i] *= inverse[k];
      }
      for (int i = k + 1; i < size; i++) {
        subtract(row, factor[row + i], row(i), i);
      }
    }
  }

  /* Subtracts a multiple of a row from one further down, from a column on. */
  private void subtract(int row, double multiple, int from, int first) {
    for (int j = first; j < size; j++) {
      factor[from + j] -= multiple * factor[row + j];
    }
  }

  private void setApart(int k) {
    for (int i = 0; i < k; i++) {
      factor[row(i) + k] = 0.0;
    }
    Arrays.fill(factor, row(k) + k + 1, row(k) + size, 0.0);
    means[k] = 0.0;
  }

  private void forward(double[] vector) {
    for (int k = 0; k < size; k++) {
      int row = row(k);
      double value = vector[k] * inverse[k];
      vector[k] = value;
      for (int j = k + 1; j < size; j++) {
        vector[j] -= factor[row + j] * value;
      }
    }
  }

  private void backward(double[] vector) {
    for (int k = size - 1; k >= 0; k--) {
      int row = row(k);
      double rest = vector[k];
      for (int j = k + 1; j < size; j++) {
        rest -= factor[row + j] * vector[j];
      }
      vector[k] = rest * inverse[k];
    }
  }

  /**
   * What these weights add to the logit of an event.
   *
   * @param point where it is
   * @param forward room for another one
   */
  void score(double[] point, double[] forward, Logit out) {
    System.arraycopy(point, 0, forward, 0, size);
    forward(forward);
    double mean = 0.0;
    double variance = 0.0;
    for (int i = 0; i < size; i++) {
      mean += means[i] * point[i];
      variance += forward[i] * forward[i];
    }
    out.mean = mean;
    out.variance = variance <= MAX_MOMENT ? variance : MAX_MOMENT; // NaN, too
  }

  /** The mean of the intercept, 0, or of the weight of the numeric column before. */
  double mean(int i) {
    return means[i];
  }

  /** The variance of the intercept, 0, or of the weight of the numeric column before. */
  double variance(int i) {
    double[] unit = new double[size];
    unit[i] = 1.0;
    Logit logit = new Logit();
    score(unit, new double[size], logit);
    return logit.variance;
  }
}
