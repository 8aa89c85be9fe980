package io.bayou.model.ensemble;

import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Why a mixture of hypotheses prefers one class to another, as a sum over features. A member that
 * compares the same two classes adds its own explanation, scaled; any other member adds one
 * contribution under its own name.
 */
final class MixtureExplanation {
  /* With a = sum of a_i and b = sum of b_i, where a_i and b_i are a member's weight times its
   * probability of the two classes, and L the logarithmic mean (x - y) / (ln x - ln y):
   *   ln(a/b) = (a - b) / L(a, b) = sum of L(a_i, b_i) / L(a, b) ln(a_i / b_i)
   * (the logarithmic mean Divisia index; Ang 2004). The split is exact, and each member's log odds
   * are the sum of its own explanation. */

  private final Posterior answer;
  private final String label;
  private final String runnerUp;
  private final double mean;
  private final SortedMap<String, Double> contributions = new TreeMap<>();
  private double prior;

  MixtureExplanation(Posterior answer) {
    this.answer = answer;
    label = answer.label(answer.best());
    runnerUp = answer.label(answer.runnerUp());
    mean =
        mean(
            Math.exp(answer.logJoint(answer.best())), Math.exp(answer.logJoint(answer.runnerUp())));
  }

  void add(String name, double weight, Posterior posterior, Predictor member, Features x) {
    double forLabel = weight * posterior.probabilityOf(label);
    double forOther = weight * posterior.probabilityOf(runnerUp);
    if (!(mean > 0.0) || forLabel == forOther) {
      return;
    }
    Explanation explanation = posterior.runnerUp() < 0 ? null : member.explain(x);
    double scale = mean(forLabel, forOther) / mean;
    if (explanation != null && scale > 0.0 && isComparable(explanation)) {
      addScaled(explanation, explanation.label().equals(label) ? scale : -scale);
    } else {
      contributions.merge("member " + name, (forLabel - forOther) / mean, Double::sum);
    }
  }

  private boolean isComparable(Explanation explanation) {
    return Double.isFinite(explanation.logOdds())
        && Set.of(label, runnerUp).equals(Set.of(explanation.label(), explanation.runnerUp()));
  }

  private void addScaled(Explanation explanation, double scale) {
    prior += scale * explanation.prior();
    explanation
        .contributions()
        .forEach((feature, value) -> contributions.merge(feature, scale * value, Double::sum));
  }

  Explanation explanation() {
    if (!(mean > 0.0)) {
      // One of the classes underflows in every member.
      double best = answer.logJoint(answer.best());
      double other = answer.logJoint(answer.runnerUp());
      double odds = best == other ? 0.0 : best - other; // both may be impossible
      return new Explanation(label, runnerUp, odds, new TreeMap<>());
    }
    return new Explanation(label, runnerUp, prior, contributions);
  }

  private static double mean(double x, double y) {
    if (x == y) {
      return x;
    }
    return x > 0.0 && y > 0.0 ? (x - y) / logOfRatio(x, y) : 0.0;
  }

  /* Near 1 a ratio has lost the digits of its logarithm, far from 1 the difference has. */
  private static double logOfRatio(double x, double y) {
    double ratio = x / y;
    return ratio > 0.5 && ratio < 2.0 ? Math.log1p((x - y) / y) : Math.log(ratio);
  }
}
