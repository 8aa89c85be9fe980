package io.bayou.demo;

import io.bayou.codec.jsonio.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of a demo.
 *
 * @param learned how many examples the model has learned in all, in earlier runs, too
 * @param elapsed from the first event to the last answer
 */
public record DemoSummary(
    String stream, long learned, Duration elapsed, long events, Standings score) {

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

  /** As fields of a JSON object; an accuracy without any answer is null. */
  public void write(JsonObject json) {
    json.text("stream", stream)
        .number("labeled", learned)
        .number("predicted", score.bayou().all().total())
        .number("unanswered", score.unanswered())
        .number("accuracy", accuracy(score.bayou().all()))
        .number("baselineAccuracy", accuracy(score.baseline()))
        .number("noChangeAccuracy", accuracy(score.noChange().all()))
        .number("majorityAccuracy", accuracy(score.majority().all()))
        .number("deadLetters", score.deadLetters())
        .number("seconds", rounded(seconds(), 1000))
        .number("eventsPerSecond", rounded(eventsPerSecond(), 10));
  }

  private static double accuracy(Rate rate) {
    OptionalDouble value = rate.value();
    return value.isEmpty() ? Double.NaN : rounded(value.getAsDouble(), 10_000);
  }

  private static double rounded(double value, int parts) {
    return (double) Math.round(value * parts) / parts;
  }
}
