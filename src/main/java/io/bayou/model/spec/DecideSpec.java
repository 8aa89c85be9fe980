package io.bayou.model.spec;

import java.util.Collections;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What decisions cost.
 *
 * @param costs by true label, then by decision; what is not given costs 0 if both are the same
 *     label, and 1 otherwise
 * @param reject what it costs to leave a decision to someone else; absent: nothing is left
 * @param thresholds by label: it is decided if and only if it is at least this probable
 */
public record DecideSpec(
    SortedMap<String, SortedMap<String, Double>> costs,
    OptionalDouble reject,
    SortedMap<String, Double> thresholds) {
  public DecideSpec {
    SortedMap<String, SortedMap<String, Double>> rows = new TreeMap<>();
    costs.forEach(
        (truth, row) -> {
          row.values().forEach(cost -> requireCost("costs", cost));
          rows.put(truth, Collections.unmodifiableSortedMap(new TreeMap<>(row)));
        });
    costs = Collections.unmodifiableSortedMap(rows);
    reject.ifPresent(cost -> requireCost("reject", cost));
    thresholds = Collections.unmodifiableSortedMap(new TreeMap<>(thresholds));
    thresholds.forEach(
        (label, threshold) -> {
          if (!(threshold > 0.0 && threshold <= 1.0)) {
            throw new IllegalArgumentException(
                "the threshold of '" + label + "' must be above 0 and at most 1, was " + threshold);
          }
        });
    if (costs.isEmpty() && reject.isEmpty() && thresholds.isEmpty()) {
      throw new IllegalArgumentException("give costs, reject or thresholds");
    }
  }

  private static void requireCost(String what, double cost) {
    if (!(cost >= 0.0) || Double.isInfinite(cost)) {
      throw new IllegalArgumentException(what + " must be finite and >= 0, was " + cost);
    }
  }

  /** What a decision costs where this label is true. */
  public double cost(String truth, String decision) {
    SortedMap<String, Double> row = costs.get(truth);
    Double cost = row == null ? null : row.get(decision);
    if (cost != null) {
      return cost;
    }
    return truth.equals(decision) ? 0.0 : 1.0;
  }

  /** What it costs to decide nothing: as much as rejecting, or as being wrong. */
  public double costOfNone() {
    return reject.orElse(1.0);
  }
}
