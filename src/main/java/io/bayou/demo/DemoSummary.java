package io.bayou.demo;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How it went.
 *
 * @param learned how many examples the model has learned in all, in earlier runs, too
 * @param elapsed from the first event to the last answer
 */
public record DemoSummary(String stream, long learned, Duration elapsed, long events, Score score) {

  double seconds() {
    return elapsed.toMillis() / 1000.0;
  }

  double eventsPerSecond() {
    return elapsed.isZero() ? 0.0 : events / (elapsed.toNanos() * 1e-9);
  }

  /** In words. */
  public List<String> lines() {
    return List.of(
        String.format(
            Locale.ROOT,
            "%,d events in %.1f s; the model '%s' has learned %,d examples in all",
            events,
            seconds(),
            stream,
            learned),
        String.format(
            Locale.ROOT,
            "%,d answers with an accuracy of %s; no change %s, majority %s",
            score.bayou().all().total(),
            DemoView.percent(score.bayou().all()),
            DemoView.percent(score.noChange().all()),
            DemoView.percent(score.majority().all())),
        String.format(
            Locale.ROOT,
            "%,d dead letters, from events that were broken on purpose",
            score.deadLetters()));
  }

  /** One JSON object; an accuracy without any answer is null. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("stream", stream);
    json.writeNumberField("labeled", learned);
    json.writeNumberField("predicted", score.bayou().all().total());
    json.writeNumberField("unanswered", score.unanswered());
    write(json, "accuracy", score.bayou().all());
    write(json, "baselineAccuracy", score.baseline());
    write(json, "noChangeAccuracy", score.noChange().all());
    write(json, "majorityAccuracy", score.majority().all());
    json.writeNumberField("deadLetters", score.deadLetters());
    json.writeNumberField("seconds", rounded(seconds(), 1000));
    json.writeNumberField("eventsPerSecond", rounded(eventsPerSecond(), 10));
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String field, Rate rate) throws IOException {
    if (rate.value().isEmpty()) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, rounded(rate.value().getAsDouble(), 10_000));
    }
  }

  private static double rounded(double value, int parts) {
    return (double) Math.round(value * parts) / parts;
  }
}
