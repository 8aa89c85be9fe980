package io.bayou.model.logistic;

import java.util.List;

/**
 * Adds one example to the evidence of every class, at the logits of a {@link NewtonStep}.
 *
 * <p>Each group of weights is linearized at its own share of the logit, so that dropping the cross
 * terms between groups does not move their means.
 */
final class EvidenceUpdate {
  private final Standardizer standardizer;
  private final Logit logit = new Logit();

  /* Of the current example and class. */
  private EventLogits event;
  private double slope;
  private double curvature;
  private double shift;
  private double variance;

  EvidenceUpdate(Standardizer standardizer) {
    this.standardizer = standardizer;
  }

  /**
   * Adds the example.
   *
   * @param weight negative to take it back
   */
  void add(
      List<ClassWeights> classes, EventLogits example, NewtonStep step, int label, double weight) {
    event = example;
    int n = classes.size();
    for (int c = 0; c < n; c++) {
      double p = step.probability(c);
      slope = weight * ((c == label ? 1.0 : 0.0) - p);
      curvature = weight * Logit.curvature(p, n);
      shift = weight > 0.0 ? slope : 0.0;
      variance = event.variances()[c];
      event.joint(c, logit);
      add(classes.get(c));
      for (TextEvent text : event.inputs().texts()) {
        addTokens(c, text);
      }
    }
  }

  private void add(ClassWeights weights) {
    double bend = bend(logit.variance);
    weights.evidence().add(event.point(), bend, bend * share(1.0) + slope);
    for (int j = Evidence.DENSE; j < standardizer.size(); j++) {
      addExtra(j, weights);
    }
    for (int cell : event.inputs().cells()) {
      if (cell >= 0) {
        weights.cell(cell, logit);
        bend = bend(logit.variance);
        weights.evidence().addCell(cell, bend, bend * share(1.0) + slope);
      }
    }
  }

  private void addExtra(int j, ClassWeights weights) {
    double ratio = standardizer.ratio(j);
    double distance = event.point()[j + 1] - standardizer.center(j);
    double z = distance * ratio;
    weights.extra(j, ratio, logit);
    double bend = bend(logit.variance * z * z);
    weights
        .evidence()
        .addExtra(j, bend * distance * distance, (bend * share(z) + slope) * distance);
  }

  private void addTokens(int c, TextEvent text) {
    for (int i = 0; i < text.size(); i++) {
      double x = text.input(i);
      text.weigh(c, i, logit);
      double bend = bend(logit.variance * x * x);
      text.add(c, i, bend * x * x, (bend * share(x) + slope) * x);
    }
  }

  /* The group's part of the logit after the step, which moves the mean of a weight by the slope times
   * its variance. */
  private double share(double z) {
    return Logit.limit((logit.mean + logit.variance * z * shift) * z);
  }

  /* The example informs about the sum of all groups. For one group that gives the precision of its
   * marginal distribution, curvature / (1 + |curvature| (all - own)): the more uncertain the others are,
   * the less. But correlations between groups are not kept, so similar examples would add this to every
   * group again and again, as if they told the groups apart. So a group gets only its share own / all in
   * the variance of the logit. */
  private double bend(double own) {
    double all = Math.max(variance, own);
    double part = all > 0.0 ? own / all : 0.0;
    return part * curvature / (1.0 + Math.abs(curvature) * (all - own));
  }
}
