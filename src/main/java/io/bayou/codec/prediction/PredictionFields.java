package io.bayou.codec.prediction;

import io.bayou.model.Answer;
import io.bayou.model.Posterior;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What an answer says in every format: nothing that JSON could not say. */
final class PredictionFields {
  private PredictionFields() {}

  /** The most probable class, or null. */
  static String label(Answer answer) {
    Posterior posterior = answer.posterior();
    return posterior.isEmpty() ? null : posterior.label(posterior.best());
  }

  static boolean hasEvidence(Answer answer) {
    return Double.isFinite(answer.posterior().logEvidence());
  }

  /**
   * Contributions as finite numbers. A feature that rules the runner-up out adds infinitely much,
   * and the largest double stands for that; one that rules out both adds nothing.
   */
  static SortedMap<String, Double> contributions(Answer answer) {
    if (answer.explanation() == null) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, Double> given = answer.explanation().contributions();
    return given.values().stream().allMatch(Double::isFinite) ? given : finite(given);
  }

  private static SortedMap<String, Double> finite(Map<String, Double> given) {
    SortedMap<String, Double> finite = new TreeMap<>();
    given.forEach(
        (feature, value) -> {
          if (!value.isNaN()) {
            finite.put(feature, Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value)));
          }
        });
    return finite;
  }
}
