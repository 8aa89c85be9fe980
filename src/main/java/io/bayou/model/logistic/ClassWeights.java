package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.LogisticSpec;

/** One class: how much was seen of it, the evidence on its weights, and their posterior. */
final class ClassWeights {
  private final String label;
  private final double ofWeight;
  private final JointWeights joint;
  private Evidence evidence = new Evidence();
  private long examples;
  private double weight;

  ClassWeights(String label, LogisticSpec spec) {
    this.label = label;
    ofWeight = 1.0 / spec.variance();
    joint = new JointWeights(1.0 / spec.intercept(), ofWeight);
  }

  String label() {
    return label;
  }

  Evidence evidence() {
    return evidence;
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
  void solve(Standardizer standardizer) {
    joint.solve(evidence, standardizer);
  }

  /** The weights that are estimated jointly, as of {@link #solve}. */
  JointWeights joint() {
    return joint;
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
      out.number(evidence.unit());
    }
  }

  static ClassWeights read(StateReader in, LogisticSpec spec, int features) {
    ClassWeights weights = new ClassWeights(in.text(), spec);
    weights.examples = in.integer();
    if (weights.examples > 0) {
      weights.weight = in.amount();
      weights.evidence = Evidence.read(in, features);
      weights.evidence.setUnit(unit(in));
    }
    return weights;
  }

  private static double unit(StateReader in) {
    double unit = in.amount();
    if (unit == 0.0) {
      throw new IllegalStateException("the evidence of a row has no unit");
    }
    return unit;
  }
}
