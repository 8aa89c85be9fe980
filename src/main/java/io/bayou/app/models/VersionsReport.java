package io.bayou.app.models;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.JsonOutput;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The versions of a model side by side: what each learns, covers and is worth. */
final class VersionsReport {
  private final ModelDefinition definition;
  private final SharedModels models;

  VersionsReport(ModelDefinition definition, SharedModels models) {
    this.definition = definition;
    this.models = models;
  }

  private List<SnapshotRow> published(Version version) {
    return models.published(definition.name(), version.number());
  }

  private long examples(Version version, boolean replayed) {
    return published(version).stream()
        .filter(row -> RowKeys.isBase(row.source()) == replayed)
        .mapToLong(SnapshotRow::examples)
        .sum();
  }

  private Comparison comparison(Version version) {
    return models
        .evaluations()
        .merged(definition.name(), version.number())
        .map(Evaluation::comparison)
        .orElse(Comparison.NONE);
  }

  /* All versions are compared since the one that was complete last. */
  private int since() {
    return definition.versions().stream().mapToInt(v -> comparison(v).since()).max().orElse(0);
  }

  /** An array of objects, one for each version. */
  void json(JsonGenerator json) throws IOException {
    int since = since();
    json.writeArrayFieldStart("versions");
    for (Version version : definition.versions()) {
      json.writeStartObject();
      json.writeNumberField("version", version.number());
      json.writeStringField("state", version.state().key());
      json.writeNumberField("createdAt", version.createdAt());
      json.writeNumberField("changedAt", version.changedAt());
      json.writeStringField("learner", version.spec().learner().key());
      json.writeFieldName("spec");
      json.writeRawValue(SpecCodec.write(version.spec()));
      json.writeNumberField("replayedExamples", examples(version, true));
      json.writeNumberField("liveExamples", examples(version, false));
      coverage(version, json);
      comparison(comparison(version), since, json);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void coverage(Version version, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("coverage");
    for (SnapshotRow row : published(version)) {
      for (var range : row.covered().entrySet()) {
        json.writeObjectFieldStart(row.source());
        json.writeNumberField("from", range.getValue().from());
        json.writeNumberField("to", range.getValue().to());
        json.writeNumberField("examples", row.examples());
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  private static void comparison(Comparison comparison, int since, JsonGenerator json)
      throws IOException {
    if (comparison.since() == since && comparison.instances() > 0) {
      json.writeObjectFieldStart("comparison");
      json.writeNumberField("sinceVersion", since);
      JsonOutput.weight(json, "instances", comparison.instances());
      JsonOutput.number(json, "accuracy", comparison.accuracy());
      JsonOutput.number(json, "logLoss", comparison.meanLogLoss());
      JsonOutput.number(json, "brier", comparison.meanBrier());
      json.writeEndObject();
    }
  }

  /** A table; nothing if there is but one version. */
  void print(PrintWriter out) {
    if (definition.versions().size() < 2) {
      return;
    }
    int since = since();
    out.printf(
        "%nversions, scored on the same labels since version %d was ready:%n"
            + "%7s  %-9s %-20s %12s %12s %9s %9s %9s%n",
        since, "version", "state", "since", "replayed", "live", "labels", "accuracy", "log loss");
    for (Version version : definition.versions()) {
      Comparison comparison = comparison(version);
      boolean comparable = comparison.since() == since && comparison.instances() > 0;
      out.printf(
          Locale.ROOT,
          "%7d  %-9s %-20s %,12d %,12d %9s %9s %9s%n",
          version.number(),
          version.state().key(),
          since(version),
          examples(version, true),
          examples(version, false),
          comparable ? String.format(Locale.ROOT, "%,.0f", comparison.instances()) : "-",
          comparable ? String.format(Locale.ROOT, "%.4f", comparison.accuracy()) : "-",
          comparable ? String.format(Locale.ROOT, "%.4f", comparison.meanLogLoss()) : "-");
    }
    printSpecs(out);
  }

  /* A model that events brought about has no time of its own: every task must make the same one. */
  private static String since(Version version) {
    return version.changedAt() == 0
        ? "-"
        : Instant.ofEpochMilli(version.changedAt()).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private void printSpecs(PrintWriter out) {
    for (Version version : definition.versions()) {
      boolean differs = !version.spec().equals(definition.active().spec());
      if (differs) {
        out.printf(
            "version %d learns %s%n        instead of %s%n",
            version.number(),
            Display.name(SpecCodec.write(version.spec())),
            Display.name(SpecCodec.write(definition.active().spec())));
      }
    }
  }
}
