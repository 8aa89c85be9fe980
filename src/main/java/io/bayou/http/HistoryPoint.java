package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.eval.Scores;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a model performed at one time.
 *
 * @param time in milliseconds since 1970
 * @param examples learned in all
 * @param learnedPerSecond over the last seconds, by all instances
 * @param predictedPerSecond over the last seconds, by this instance
 * @param scores fading, so of about the last thousand events
 * @param scored of everything so far
 * @param recent of the last seconds
 * @param vitals of this instance
 * @param flagged answers of this instance since its start
 * @param recentlyFlagged answers of this instance of the last seconds
 * @param priors of the classes, the commonest ones
 * @param hypotheses weights of the members of an average; else empty
 */
record HistoryPoint(
    long time,
    long examples,
    double learnedPerSecond,
    double predictedPerSecond,
    Scores scores,
    Tally scored,
    Tally recent,
    StreamQueries.Vitals vitals,
    StreamQueries.Flagged flagged,
    StreamQueries.Flagged recentlyFlagged,
    Map<String, Double> priors,
    Map<String, Double> hypotheses) {
  /** How many events were scored, and how. */
  record Tally(double instances, double correct, double logLoss) {
    static Tally of(Scores scores) {
      return new Tally(scores.instances(), scores.correct(), scores.logLoss());
    }

    /** The difference; zero if counting restarted, as with another version. */
    Tally since(Tally before) {
      return instances < before.instances
          ? new Tally(0, 0, 0)
          : new Tally(
              instances - before.instances, correct - before.correct, logLoss - before.logLoss);
    }
  }

  HistoryPoint {
    // A confusion matrix for every second would take too much memory.
    scores = scores.with(Collections.emptySortedMap(), Collections.emptySortedMap());
    priors = Collections.unmodifiableSortedMap(new TreeMap<>(priors));
    hypotheses = Collections.unmodifiableSortedMap(new TreeMap<>(hypotheses));
  }

  void write(JsonObject json) {
    json.number("time", time)
        .number("examples", examples)
        .number("learnedPerSecond", learnedPerSecond)
        .number("predictedPerSecond", predictedPerSecond)
        .number("accuracy", scores.accuracy())
        .number("logLoss", scores.meanLogLoss())
        .number("recentAccuracy", recent.correct() / recent.instances())
        .number("recentLogLoss", recent.logLoss() / recent.instances())
        .number("noChangeAccuracy", scores.noChangeAccuracy())
        .number("majorityAccuracy", scores.majorityAccuracy())
        .number("lag", vitals.lag())
        .number("deadLetters", vitals.deadLetters())
        .number("novelShare", share(recentlyFlagged.novel()))
        .number("rejectedShare", share(recentlyFlagged.rejected()))
        .numbers("priors", priors);
    if (!hypotheses.isEmpty()) {
      json.numbers("hypotheses", hypotheses);
    }
  }

  /* Not a number where nothing was answered. */
  private double share(long of) {
    return (double) of / recentlyFlagged.answered();
  }
}
