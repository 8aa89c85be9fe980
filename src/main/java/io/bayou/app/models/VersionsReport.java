package io.bayou.app.models;

import io.bayou.app.cli.Display;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The versions of a model side by side: spec, coverage and scores. */
record VersionsReport(ModelDefinition definition, SharedModels models) {
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

  void write(JsonObject json) {
    int since = since();
    json.objects("versions", definition.versions(), (object, each) -> write(object, each, since));
  }

  private void write(JsonObject json, Version version, int since) {
    json.number("version", version.number())
        .text("state", version.state().key())
        .number("createdAt", version.createdAt())
        .number("changedAt", version.changedAt())
        .text("learner", version.spec().learner().key())
        .raw("spec", SpecCodec.write(version.spec()))
        .number("replayedExamples", examples(version, true))
        .number("liveExamples", examples(version, false))
        .object("coverage", sources -> published(version).forEach(row -> coverage(sources, row)));
    ScoresJson.drift(json, version.drift());
    Comparison comparison = comparison(version);
    if (isComparable(comparison, since)) {
      json.object("comparison", object -> ScoresJson.comparison(object, comparison));
    }
  }

  private static void coverage(JsonObject json, SnapshotRow row) {
    for (OffsetRange range : row.covered().values()) {
      json.object(
          row.source(),
          object ->
              object
                  .number("from", range.from())
                  .number("to", range.to())
                  .number("lost", range.lost())
                  .number("examples", row.examples()));
    }
  }

  /** What the active version has missed; nothing if it has seen everything. */
  void printLost(PrintWriter out) {
    for (SnapshotRow row : published(definition.active())) {
      row.covered()
          .forEach(
              (partition, range) -> {
                if (range.lost() > 0) {
                  out.printf(
                      Locale.ROOT,
                      "  %,d records of %s were deleted before they were learned%n",
                      range.lost(),
                      partition);
                }
              });
    }
  }

  private static boolean isComparable(Comparison comparison, int since) {
    return comparison.since() == since && comparison.instances() > 0;
  }

  /** A table; nothing if there is only one version. */
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
      boolean comparable = isComparable(comparison, since);
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
    printDrifts(out);
    printSpecs(out);
  }

  private void printDrifts(PrintWriter out) {
    for (Version version : definition.versions()) {
      version
          .drift()
          .ifPresent(
              drift ->
                  out.printf(
                      "version %d was started by drift%s; it learns what came since %s%n",
                      version.number(),
                      switch (drift.step()) {
                        case STARTED -> "";
                        case PROMOTED -> ", and promoted";
                        case RETURNED -> ", promoted, and rolled back";
                      },
                      Instant.ofEpochMilli(drift.cut())));
    }
  }

  /* A model that an event created has no time: every task must create the same definition. */
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
