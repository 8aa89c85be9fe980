package io.bayou.model.logistic;

import io.bayou.model.LogisticSpec;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.Triangle;
import java.util.Arrays;

/** One class: how much was seen of it, the evidence on its weights, and their posterior. */
final class ClassWeights {
  private static final double[] NONE = {};

  private final String label;
  private final double ofIntercept;
  private final double ofWeight;
  private Evidence evidence = new Evidence();
  private long examples;
  private double weight;

  /* The posterior in standardised coordinates: Cholesky factor of the precision, and the linear term
   * after forward substitution. */
  private int size;
  private double[] factor = NONE;
  private double[] inverse = NONE;
  private double[] solved = NONE;
  private double[] forward = NONE;
  private double intercept;

  ClassWeights(String label, LogisticSpec spec) {
    this.label = label;
    ofIntercept = 1.0 / spec.intercept();
    ofWeight = 1.0 / spec.variance();
  }

  String label() {
    return label;
  }

  Evidence evidence() {
    return evidence;
  }

  void evidence(Evidence other) {
    evidence = other;
  }

  long examples() {
    return examples;
  }

  double weight() {
    return weight;
  }

  void count(long more, double moreWeight) {
    examples += more;
    weight = Math.max(0.0, weight + moreWeight);
  }

  void scale(double by) {
    weight *= by;
    evidence.scale(by);
  }

  /** Renews the posterior of the weights that are estimated jointly. */
  void solve(Frame frame) {
    size = Evidence.dense(frame.size());
    if (solved.length != size) {
      factor = new double[Triangle.size(size)];
      inverse = new double[size];
      solved = new double[size];
      forward = new double[size];
    }
    double[] precision = evidence.precision();
    double base = precision[0];
    factor[0] = base + ofIntercept;
    solved[0] = evidence.linear(0);
    for (int i = 1, row = 1; i < size; row += ++i) {
      double ratio = frame.ratio(i - 1);
      double centre = frame.centre(i - 1);
      double cross = precision[row] - centre * base;
      factor[row] = ratio * cross;
      for (int j = 1; j <= i; j++) {
        double c = frame.centre(j - 1);
        factor[row + j] =
            ratio
                * frame.ratio(j - 1)
                * (precision[row + j]
                    - c * precision[row]
                    - centre * crossOf(precision, j, c, base));
      }
      factor[row + i] += ofWeight;
      solved[i] = ratio * (evidence.linear(i) - centre * solved[0]);
    }
    cholesky();
    substitute(solved, solved);
    intercept = means()[0];
  }

  private static double crossOf(double[] precision, int j, double centre, double base) {
    return precision[Triangle.size(j)] - centre * base;
  }

  /* Evidence only adds to the prior, so no pivot can be smaller than the prior's. What was retracted at
   * other weights than it was learned at may have left less: such a weight is set back to its prior,
   * apart from the others, or they would all be thrown off. */
  private void cholesky() {
    double least = 0.5 * Math.min(ofIntercept, ofWeight);
    for (int i = 0, row = 0; i < size; row += ++i) {
      double pivot = reduce(i, row);
      if (!(pivot >= least)) {
        Arrays.fill(factor, row, row + i, 0.0);
        for (int k = i + 1; k < size; k++) {
          factor[Triangle.size(k) + i] = 0.0;
        }
        solved[i] = 0.0;
        pivot = i == 0 ? ofIntercept : ofWeight;
      }
      factor[row + i] = Math.sqrt(pivot);
      inverse[i] = 1.0 / factor[row + i];
    }
  }

  /* Fills in a row up to its diagonal; returns the pivot. */
  private double reduce(int i, int row) {
    double pivot = factor[row + i];
    for (int j = 0, other = 0; j < i; other += ++j) {
      double sum = factor[row + j];
      for (int k = 0; k < j; k++) {
        sum -= factor[row + k] * factor[other + k];
      }
      sum *= inverse[j];
      factor[row + j] = sum;
      pivot -= sum * sum;
    }
    return pivot;
  }

  private void substitute(double[] in, double[] out) {
    for (int i = 0, row = 0; i < size; row += ++i) {
      double rest = in[i];
      for (int j = 0; j < i; j++) {
        rest -= factor[row + j] * out[j];
      }
      out[i] = rest * inverse[i];
    }
  }

  /** What the weights that are estimated jointly add to the logit of an event. */
  void score(double[] at, Logit out) {
    substitute(at, forward);
    double mean = 0.0;
    double variance = 0.0;
    for (int i = 0; i < size; i++) {
      mean += solved[i] * forward[i];
      variance += forward[i] * forward[i];
    }
    out.mean = mean;
    out.variance = variance;
  }

  /** The mean of the intercept: the logit of an event that is average in everything. */
  double intercept() {
    return intercept;
  }

  /** Fills in the means of the weights that are estimated jointly, in standardised coordinates. */
  double[] means() {
    double[] means = solved.clone();
    for (int i = size - 1; i >= 0; i--) {
      double rest = means[i];
      for (int k = i + 1; k < size; k++) {
        rest -= factor[Triangle.size(k) + i] * means[k];
      }
      means[i] = rest * inverse[i];
    }
    return means;
  }

  /** The variance of one of the weights that are estimated jointly. */
  double varianceOf(int i) {
    double[] unit = new double[size];
    unit[i] = 1.0;
    Logit logit = new Logit();
    score(unit, logit);
    return logit.variance;
  }

  /** The weight of a numeric column that stands for itself, in standardised coordinates. */
  void extra(int j, double ratio, Logit out) {
    double precision = Math.max(0.0, evidence.extraPrecision(j)) * ratio * ratio + ofWeight;
    out.mean = evidence.extraLinear(j) * ratio / precision;
    out.variance = 1.0 / precision;
  }

  /** The weight of a category. */
  void cell(int cell, Logit out) {
    double precision = Math.max(0.0, evidence.cellPrecision(cell)) + ofWeight;
    out.mean = evidence.cellLinear(cell) / precision;
    out.variance = 1.0 / precision;
  }

  ClassWeights copy(LogisticSpec spec) {
    ClassWeights copy = new ClassWeights(label, spec);
    copy.evidence = evidence.copy();
    copy.examples = examples;
    copy.weight = weight;
    return copy;
  }

  void write(int cellCount, StateWriter out) {
    out.text(label);
    out.integer(examples);
    if (examples > 0) {
      out.number(weight);
      evidence.write(cellCount, out);
    }
  }

  static ClassWeights read(StateReader in, LogisticSpec spec, int features) {
    ClassWeights of = new ClassWeights(in.text(), spec);
    of.examples = in.integer();
    if (of.examples > 0) {
      of.weight = in.amount();
      of.evidence = Evidence.read(in, features);
    }
    return of;
  }
}
