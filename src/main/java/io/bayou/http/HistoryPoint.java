package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.codec.JsonNumbers;
import io.bayou.model.eval.Scores;
import java.io.IOException;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a model did at one time.
 *
 * @param time in milliseconds since 1970
 * @param examples learned in all
 * @param learnedPerSecond over the last seconds, by all instances
 * @param predictedPerSecond over the last seconds, by this instance, for all models
 * @param scores fading, so of about the last thousand events
 * @param vitals of this instance
 * @param priors of the classes, the commonest ones
 */
record HistoryPoint(
    long time,
    long examples,
    double learnedPerSecond,
    double predictedPerSecond,
    Scores scores,
    StreamQueries.Vitals vitals,
    SortedMap<String, Double> priors) {
  HistoryPoint {
    // A confusion matrix for every second would be too much.
    scores = scores.withConfusion(Collections.emptySortedMap());
    priors = Collections.unmodifiableSortedMap(new TreeMap<>(priors));
  }

  void write(JsonGenerator json, String model) throws IOException {
    json.writeStartObject();
    if (model != null) {
      json.writeStringField("model", model);
    }
    json.writeNumberField("time", time);
    json.writeNumberField("examples", examples);
    JsonNumbers.number(json, "learnedPerSecond", learnedPerSecond);
    JsonNumbers.number(json, "predictedPerSecond", predictedPerSecond);
    JsonNumbers.number(json, "accuracy", scores.accuracy());
    JsonNumbers.number(json, "logLoss", scores.meanLogLoss());
    JsonNumbers.number(json, "noChangeAccuracy", scores.noChangeAccuracy());
    JsonNumbers.number(json, "majorityAccuracy", scores.majorityAccuracy());
    json.writeNumberField("lag", vitals.lag());
    json.writeNumberField("deadLetters", vitals.deadLetters());
    Json.numbers(json, "priors", priors);
    json.writeEndObject();
  }
}
