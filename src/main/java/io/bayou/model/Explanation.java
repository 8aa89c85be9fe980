package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Why one class beat the runner-up: the contribution of each feature to the log odds.
 *
 * @param label the predicted class
 * @param runnerUp the class it is compared with
 * @param prior what the class prior adds
 * @param contributions what each feature adds; with the prior they sum to the log odds
 */
public record Explanation(
    String label, String runnerUp, double prior, SortedMap<String, Double> contributions) {
  public Explanation {
    requireNonNull(label, "label");
    requireNonNull(runnerUp, "runnerUp");
    contributions = Collections.unmodifiableSortedMap(new TreeMap<>(contributions));
  }

  /** ln P(label|x) - ln P(runnerUp|x). */
  public double logOdds() {
    double sum = prior;
    for (double contribution : contributions.values()) {
      sum += contribution;
    }
    return sum;
  }
}
