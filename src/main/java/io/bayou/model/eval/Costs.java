package io.bayou.model.eval;

import io.bayou.model.spec.DecideSpec;
import java.util.Iterator;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What decisions have cost, and what others would have. NaN where it is undefined.
 *
 * @param cost mean per event that was paid
 * @param rejected fraction of the events without a decision
 * @param always mean per event of deciding the same for all, by label
 * @param bestThreshold mean per event of the best fixed threshold in hindsight, if there are two
 *     classes
 */
public record Costs(
    double cost, double rejected, SortedMap<String, Double> always, double bestThreshold) {
  public static Costs of(Scores scores, DecideSpec spec) {
    SortedMap<String, Double> supports = new TreeMap<>();
    scores
        .confusion()
        .forEach(
            (truth, row) -> supports.put(truth, row.values().stream().mapToDouble(w -> w).sum()));
    SortedMap<String, Double> always = new TreeMap<>();
    for (String decision : scores.labels()) {
      double sum = 0.0;
      for (var truth : supports.entrySet()) {
        sum += truth.getValue() * spec.cost(truth.getKey(), decision);
      }
      always.put(decision, sum / scores.instances());
    }
    return new Costs(
        scores.actions().cost() / scores.instances(),
        scores.actions().rejected() / scores.instances(),
        always,
        bestThreshold(scores, supports, spec) / scores.instances());
  }

  private static double bestThreshold(
      Scores scores, SortedMap<String, Double> supports, DecideSpec spec) {
    Iterator<String> labels = scores.labels().iterator();
    if (scores.labels().size() != 2) {
      return Double.NaN;
    }
    String own = labels.next();
    String other = labels.next();
    ClassScores histogram = scores.classes().getOrDefault(own, ClassScores.EMPTY);
    double allOwn = supports.getOrDefault(own, 0.0);
    double allOthers = supports.getOrDefault(other, 0.0);
    return new ThresholdCurve(histogram, allOwn, allOthers)
        .min(
            (ownAbove, othersAbove) ->
                ownAbove * spec.cost(own, own)
                    + (allOwn - ownAbove) * spec.cost(own, other)
                    + othersAbove * spec.cost(other, own)
                    + (allOthers - othersAbove) * spec.cost(other, other));
  }
}
