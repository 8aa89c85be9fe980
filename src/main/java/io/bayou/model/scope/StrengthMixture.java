package io.bayou.model.scope;

import io.bayou.model.Flag;
import io.bayou.model.Posterior;

/** The answers by several strengths, which know the same classes, as one. */
final class StrengthMixture {
  private StrengthMixture() {}

  static void mix(Posterior[] answers, double[] weights, Posterior out) {
    Posterior first = answers[0];
    out.begin(first.labels());
    for (int c = 0; c < first.size(); c++) {
      double prior = 0.0;
      double sum = 0.0;
      for (int i = 0; i < answers.length; i++) {
        prior += weights[i] * Math.exp(answers[i].logPrior(c));
        sum += weights[i] * answers[i].probability(c);
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
