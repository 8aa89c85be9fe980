package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Scores of the predictions of one version of a model by one source. Evaluations of several sources
 * add up.
 *
 * @param source a partition of a labeled topic, or a replay; empty for the sum of several
 * @param cumulative over everything since the version began
 * @param fading with old events forgotten exponentially
 * @param comparison on the labels that all versions were scored on since the last one began
 * @param served answers as they were served, of events whose labels came later
 * @param servedFading the same, with old events forgotten exponentially
 * @param typeChanges by feature, how many values of another type the learners of the sources have
 *     left out since they were started
 * @param paired with the active version, event by event; of a version that is not active
 * @param time event time of the last scored event, in milliseconds
 */
public record Evaluation(
    String model,
    int version,
    String source,
    Scores cumulative,
    Scores fading,
    Comparison comparison,
    ServedScores served,
    ServedScores servedFading,
    SortedMap<String, Long> typeChanges,
    PairedLoss paired,
    long time) {
  public Evaluation {
    typeChanges = Collections.unmodifiableSortedMap(new TreeMap<>(typeChanges));
    requireNonNull(paired, "paired");
    requireNonNull(served, "served");
    requireNonNull(servedFading, "servedFading");
    requireNonNull(comparison, "comparison");
    requireNonNull(source, "source");
    requireNonNull(cumulative, "cumulative");
    requireNonNull(fading, "fading");
    if (model.isEmpty()) {
      throw new IllegalArgumentException("an evaluation must name its model");
    }
    if (version < 1) {
      throw new IllegalArgumentException("versions count from 1, was " + version);
    }
  }

  /** One without answers that were served, without values of another type, and not paired. */
  public Evaluation(
      String model,
      int version,
      String source,
      Scores cumulative,
      Scores fading,
      Comparison comparison,
      long time) {
    this(
        model,
        version,
        source,
        cumulative,
        fading,
        comparison,
        ServedScores.NONE,
        ServedScores.NONE,
        Collections.emptySortedMap(),
        PairedLoss.NONE,
        time);
  }

  /** One that is paired with no other version, without values of another type. */
  public Evaluation(
      String model,
      int version,
      String source,
      Scores cumulative,
      Scores fading,
      Comparison comparison,
      ServedScores served,
      ServedScores servedFading,
      long time) {
    this(
        model,
        version,
        source,
        cumulative,
        fading,
        comparison,
        served,
        servedFading,
        Collections.emptySortedMap(),
        PairedLoss.NONE,
        time);
  }

  /**
   * The sum of both sources.
   *
   * @throws IllegalArgumentException if the other is not of the same version of the same model
   */
  public Evaluation merge(Evaluation other) {
    if (!model.equals(other.model) || version != other.version) {
      throw new IllegalArgumentException(
          model + "@" + version + " is not " + other.model + "@" + other.version);
    }
    SortedMap<String, Long> changes = new TreeMap<>(typeChanges);
    other.typeChanges.forEach((feature, count) -> changes.merge(feature, count, Long::sum));
    return new Evaluation(
        model,
        version,
        source.equals(other.source) ? source : "",
        cumulative.merge(other.cumulative),
        fading.merge(other.fading),
        comparison.merge(other.comparison),
        served.merge(other.served),
        servedFading.merge(other.servedFading),
        changes,
        paired.merge(other.paired),
        Math.max(time, other.time));
  }
}
