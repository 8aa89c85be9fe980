package io.bayou.model.scope;

import io.bayou.model.Flag;
import io.bayou.model.Posterior;

/**
 * The answers by several strengths as one. The last one may not know all classes: everybody's model
 * is told of a new one later, where keys are learned elsewhere.
 */
final class StrengthMixture {
  private StrengthMixture() {}

  static void mix(Posterior[] answers, double[] weights, Posterior out) {
    Posterior first = answers[0];
    out.begin(first.labels());
    Posterior last = answers[answers.length - 1];
    boolean same = last.size() == first.size();
    for (int c = 0; c < first.size(); c++) {
      double prior = 0.0;
      double sum = 0.0;
      for (int i = 0; i < answers.length; i++) {
        int of = same ? c : answers[i].indexOf(first.label(c));
        if (of >= 0) {
          prior += weights[i] * Math.exp(answers[i].logPrior(of));
          sum += weights[i] * answers[i].probability(of);
        }
      }
      out.set(c, Math.log(prior), Math.min(0.0, Math.log(sum)));
    }
    for (Flag flag : first.flags()) {
      out.raise(flag);
    }
    out.finish();
    out.withoutEvidence();
  }
}
