package io.bayou.model.logistic;

import java.util.List;

/**
 * What one example adds to the evidence of every class, at the logits that were found for it.
 *
 * <p>Each group of weights is linearised at its own share of the logit, so that dropping the cross
 * terms between the groups does not move their means.
 */
final class EvidenceUpdate {
  private final Standardizer standardizer;
  private final Logit logit = new Logit();

  private EventLogits event;

  /* Of the class at hand. */
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
   * @param of the example
   * @param step where the logits are
   * @param weight of the example; negative to take it back
   */
  void add(List<ClassWeights> classes, EventLogits of, NewtonStep step, int label, double weight) {
    event = of;
    int n = classes.size();
    for (int c = 0; c < n; c++) {
      double p = step.probability(c);
      slope = weight * ((c == label ? 1.0 : 0.0) - p);
      curvature = weight * Curvature.of(p, n);
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
    weights.evidence().add(event.place(), bend, bend * share(1.0) + slope);
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
    double distance = event.place()[j + 1] - standardizer.centre(j);
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

  /* What the group at hand is to the logit after the step: the slope moves the mean of a weight by so
   * much per unit of its variance. */
  private double share(double z) {
    return Curvature.bounded((logit.mean + logit.variance * z * shift) * z);
  }

  /* What an example says about the sum of groups it says the less about one of them, the less is known of
   * the others: that is the precision of the group's marginal distribution. But examples that are alike
   * would say it again and again, about each group, as if they told the groups apart: correlations are
   * not kept. So a group gets only the part of it that it has in the variance of the logit. */
  private double bend(double own) {
    double all = Math.max(variance, own);
    double part = all > 0.0 ? own / all : 0.0;
    return part * curvature / (1.0 + Math.abs(curvature) * (all - own));
  }
}
