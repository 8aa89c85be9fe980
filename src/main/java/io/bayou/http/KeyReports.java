package io.bayou.http;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ModelJson;
import io.bayou.http.KeyQueries.Held;
import io.bayou.http.KeyQueries.Noted;
import io.bayou.http.KeyQueries.Report;
import io.bayou.http.access.Mask;

/** Models of keys as fields of a JSON object. */
final class KeyReports {
  private static final int MAX_VALUES = 200;

  private KeyReports() {}

  static void write(JsonObject json, ServedModel model, Report report, Mask mask) {
    json.text("model", model.definition().name())
        .number("version", model.version().number())
        .text("key", report.key())
        .number("partition", report.partition())
        .number("examples", report.examples())
        .number("everybodysExamples", model.examples())
        .number("lastSeen", report.lastSeen())
        .number("scored", report.scored())
        .number("logLoss", report.meanLoss())
        .object(
            "strengths",
            weights ->
                report
                    .strengths()
                    .forEach(
                        (strength, weight) ->
                            weights.number(
                                Double.isInfinite(strength)
                                    ? "everybody"
                                    : String.valueOf(Math.round(strength)),
                                weight)))
        .objects(
            "sources",
            report.sources(),
            (object, source) ->
                object
                    .text("source", source.source())
                    .number("from", source.from())
                    .number("to", source.to())
                    .number("examples", source.examples()));
    ModelJson.write(
        json, MAX_VALUES, report.own().fit(), out -> report.own().describe(mask.over(out)));
  }

  static void write(JsonObject json, ServedModel model, Held held) {
    json.text("model", model.definition().name())
        .number("version", model.version().number())
        .number("keysHere", held.keys())
        .objects("busiest", held.busiest(), KeyReports::noted)
        .objects("worst", held.worst(), KeyReports::noted);
  }

  private static void noted(JsonObject json, Noted key) {
    json.text("key", key.key())
        .number("examples", key.examples())
        .number("scored", key.scored())
        .number("logLoss", key.meanLoss());
  }
}
