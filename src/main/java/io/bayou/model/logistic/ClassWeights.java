package io.bayou.model.logistic;

import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.stat.Triangle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The evidence on the weights of one class, and their posterior in standardized coordinates: a
 * normal distribution, solved from the evidence and the prior.
 */
final class ClassWeights {
  /* The precision is factored as U' inv(D) U, where D is the diagonal of U: Cholesky without roots, on
   * which every pivot would wait. U is an upper triangle: row k has its columns from k to the last, one
   * after the other. All inner loops but one run along rows without a running sum, so the compiler can
   * vectorize them. */
  private static final double[] NONE = {};

  /** Larger moments of a logit mean that the evidence contradicts itself. */
  private static final double MAX_MOMENT = 1e50;

  private final Evidence evidence;
  private final double interceptPrior; // precisions
  private final double weightPrior;
  private final double minPivot;
  private int size;
  private double[] factor = NONE;
  private double[] inverse = NONE; // of D
  private double[] crosses = NONE;
  private double[] means = NONE;

  ClassWeights(LogisticSpec spec, Evidence evidence) {
    this.evidence = evidence;
    interceptPrior = 1.0 / spec.intercept();
    weightPrior = 1.0 / spec.variance();
    minPivot = 0.5 * Math.min(interceptPrior, weightPrior);
  }

  Evidence evidence() {
    return evidence;
  }

  /**
   * Updates the posterior of the weights of two classes that are estimated jointly, side by side:
   * every step waits for the one before, and the same step of another class fills the time.
   *
   * @param two changes nothing in what the first one becomes, nor the other way round
   */
  static void solve(ClassWeights one, ClassWeights two, Standardizer standardizer) {
    one.begin(standardizer);
    two.begin(standardizer);
    standardize(one, two, standardizer.centers(), standardizer.ratios());
    factorize(one, two);
    backward(one, two);
    one.limit();
    two.limit();
  }

  private void begin(Standardizer standardizer) {
    evidence.open(standardizer.size());
    size = Evidence.dense(standardizer.size());
    if (means.length != size) {
      factor = new double[Triangle.size(size)];
      inverse = new double[size];
      means = new double[size];
      crosses = new double[size];
    }
  }

  private void limit() {
    for (int i = 0; i < size; i++) {
      // Retracting what was never learned may leave nonsense: back to the prior.
      means[i] = Math.abs(means[i]) <= MAX_MOMENT ? means[i] : 0.0;
    }
  }

  /* Where row k would have its column 0. */
  private int row(int k) {
    return k * size - Triangle.size(k);
  }

  /* Fills in the precision and the linear term, including those of the prior. */
  private static void standardize(
      ClassWeights one, ClassWeights two, double[] centers, double[] ratios) {
    int size = one.size;
    double[] precision = one.evidence.precision();
    double[] precision2 = two.evidence.precision();
    double[] factor = one.factor;
    double[] factor2 = two.factor;
    double[] crosses = one.crosses;
    double[] crosses2 = two.crosses;
    one.standardizeIntercept(centers, ratios);
    two.standardizeIntercept(centers, ratios);
    for (int k = 1, first = 1, row = size - 1; k < size; first += ++k, row += size - k) {
      double ofRow = precision[first];
      double ofRow2 = precision2[first];
      double center = centers[k - 1];
      double ratio = ratios[k - 1];
      for (int i = k, index = first + k; i < size; index += ++i) {
        double other = centers[i - 1];
        double scale = ratios[i - 1] * ratio;
        double centered = precision[index] - other * ofRow;
        double centered2 = precision2[index] - other * ofRow2;
        factor[row + i] = scale * (centered - center * crosses[i]);
        factor2[row + i] = scale * (centered2 - center * crosses2[i]);
      }
      factor[row + k] += one.weightPrior;
      factor2[row + k] += two.weightPrior;
    }
  }

  private void standardizeIntercept(double[] centers, double[] ratios) {
    double[] precision = evidence.precision();
    double base = precision[0];
    factor[0] = base + interceptPrior;
    means[0] = evidence.linear(0);
    for (int i = 1, index = 1; i < size; index += ++i) {
      double center = centers[i - 1];
      crosses[i] = precision[index] - center * base;
      factor[i] = ratios[i - 1] * crosses[i];
      means[i] = ratios[i - 1] * (evidence.linear(i) - center * means[0]);
    }
  }

  /* Solves the lower part for the means along the way. */
  private static void factorize(ClassWeights one, ClassWeights two) {
    int size = one.size;
    double[] factor = one.factor;
    double[] factor2 = two.factor;
    double[] means = one.means;
    double[] means2 = two.means;
    for (int k = 0, row = 0; k < size; row += size - ++k) {
      double inverse = one.pivot(k, row);
      double inverse2 = two.pivot(k, row);
      double mean = means[k];
      double mean2 = means2[k];
      for (int i = k + 1, later = row + size - i; i < size; later += size - ++i) {
        double multiple = factor[row + i] * inverse;
        double multiple2 = factor2[row + i] * inverse2;
        means[i] -= multiple * mean;
        means2[i] -= multiple2 * mean2;
        for (int j = i; j < size; j++) {
          factor[later + j] -= multiple * factor[row + j];
          factor2[later + j] -= multiple2 * factor2[row + j];
        }
      }
    }
  }

  /* Evidence only adds to the prior, so no pivot can be smaller than the prior's. Retracting at other
   * weights than were learned may leave less: such a weight goes back to its prior, apart from the
   * others, or it would spoil them all. */
  private double pivot(int k, int row) {
    double pivot = factor[row + k];
    if (!(pivot >= minPivot)) {
      separate(k);
      pivot = k == 0 ? interceptPrior : weightPrior;
      factor[row + k] = pivot;
    }
    inverse[k] = 1.0 / pivot;
    return inverse[k];
  }

  private void separate(int k) {
    for (int i = 0; i < k; i++) {
      factor[row(i) + k] = 0.0;
    }
    Arrays.fill(factor, row(k) + k + 1, row(k) + size, 0.0);
    means[k] = 0.0;
  }

  private void forward(double[] vector) {
    int k = 0;
    int row = 0;
    for (; k + 1 < size; k += 2) {
      int next = row + size - k - 1;
      double value = vector[k] * inverse[k];
      vector[k + 1] -= factor[row + k + 1] * value;
      double nextValue = vector[k + 1] * inverse[k + 1];
      for (int j = k + 2; j < size; j++) {
        vector[j] = vector[j] - factor[row + j] * value - factor[next + j] * nextValue;
      }
      row = next + size - k - 2;
    }
  }

  private static void backward(ClassWeights one, ClassWeights two) {
    int size = one.size;
    double[] factor = one.factor;
    double[] factor2 = two.factor;
    double[] means = one.means;
    double[] means2 = two.means;
    for (int k = size - 1; k >= 0; k--) {
      int row = one.row(k);
      double residual = means[k];
      double residual2 = means2[k];
      for (int j = k + 1; j < size; j++) {
        residual -= factor[row + j] * means[j];
        residual2 -= factor2[row + j] * means2[j];
      }
      means[k] = residual * one.inverse[k];
      means2[k] = residual2 * two.inverse[k];
    }
  }

  /**
   * The part of an event's logit that comes from the weights that are estimated jointly.
   *
   * @param point the event in standardized coordinates
   * @param forward a buffer of the same length
   */
  void score(double[] point, double[] forward, Logit out) {
    System.arraycopy(point, 0, forward, 0, size);
    forward(forward);
    double mean = 0.0;
    double variance = 0.0;
    for (int i = 0; i < size; i++) {
      mean += means[i] * point[i];
      variance += forward[i] * forward[i] * inverse[i];
    }
    out.mean = mean;
    out.variance = variance <= MAX_MOMENT ? variance : MAX_MOMENT; // NaN, too
  }

  /** The posterior mean of the intercept (0) or of a jointly estimated weight. */
  double mean(int i) {
    return means[i];
  }

  /** The posterior variance of the intercept (0) or of a jointly estimated weight. */
  double variance(int i) {
    double[] unit = new double[size];
    unit[i] = 1.0;
    Logit logit = new Logit();
    score(unit, new double[size], logit);
    return logit.variance;
  }

  /** The weight of a numeric column that is estimated by itself, in standardized coordinates. */
  void extra(int j, double ratio, Logit out) {
    double precision = Math.max(0.0, evidence.extraPrecision(j)) * ratio * ratio + weightPrior;
    out.mean = evidence.extraLinear(j) * ratio / precision;
    out.variance = 1.0 / precision;
  }

  void cell(int cell, Logit out) {
    double precision = Math.max(0.0, evidence.cellPrecision(cell)) + weightPrior;
    out.mean = evidence.cellLinear(cell) / precision;
    out.variance = 1.0 / precision;
  }

  /** The lower triangle whose product with its transpose is the precision of the joint weights. */
  List<double[]> factorRows() {
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double[] ofWeight = new double[i + 1];
      for (int k = 0; k <= i; k++) {
        ofWeight[k] = factor[row(k) + i] * Math.sqrt(inverse[k]);
      }
      rows.add(ofWeight);
    }
    return rows;
  }

  /** The posterior means of the intercept and the joint weights. */
  double[] means() {
    return Arrays.copyOf(means, size);
  }
}
