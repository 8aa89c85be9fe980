package io.bayou.bench.stream;

import io.bayou.bench.stream.StreamResult.Latency;
import io.bayou.bench.stream.StreamResult.Spread;
import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** The results of the benchmark, for a person or a program. */
public final class StreamReport {
  static final String SETTINGS = "settings";
  static final String COMPILERS = "compilerMicros";
  static final String CPU_RATIO = "cpuRatioToPassThrough";
  private static final String SPREAD = "spread";

  private record Figure(String key, ToDoubleFunction<Measured> of) {}

  private record Ratio(String key, Variant baseline, ToDoubleBiFunction<Measured, Measured> of) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("recordsPerSecond", run -> Math.rint(run.recordsPerSecond())),
          new Figure("cpuMicros", Measured::cpuMicros),
          new Figure(COMPILERS, Measured::compilerMicros),
          new Figure("heapBytes", Measured::heapBytes),
          new Figure("refreshMicros", Measured::refreshMicros),
          new Figure("publishedBytesPerEvent", Measured::publishedBytesPerEvent));
  private static final List<Ratio> RATIOS =
      List.of(
          new Ratio("ratioToPassThrough", Variant.PASS_THROUGH, Measured::rateRelativeTo),
          new Ratio("ratioToAvroRoundTrip", Variant.AVRO_ROUND_TRIP, Measured::rateRelativeTo),
          new Ratio(CPU_RATIO, Variant.PASS_THROUGH, Measured::cpuRelativeTo));

  private StreamReport() {}

  /** A table. */
  public static void print(StreamResult result, PrintWriter out) {
    Workload load = result.workload();
    out.printf(
        "%s, %s, %d numeric and %d categorical features, %,d words, %d classes; %,d records, %d"
            + " partitions, %d threads, %s, commit every %d ms%n",
        load.spec().learner().key(),
        load.shape().key(),
        load.features(),
        Workload.CATEGORIES,
        load.words(),
        load.classes(),
        load.records(),
        load.partitions(),
        load.threads(),
        load.guarantee(),
        load.commitMillis());
    load.settings().forEach((key, value) -> out.println("with " + key + "=" + value));
    out.printf(
        "%-14s %10s %9s %9s %9s %9s %9s %8s %8s %8s %10s %9s%n",
        "",
        "records/s",
        "to pass",
        "to avro",
        "CPU us",
        "CPU ratio",
        "compiler",
        "heap MB",
        "p50 ms",
        "p99 ms",
        "refresh us",
        "published");
    for (Variant variant : result.measured().keySet()) {
      Measured measured = result.measured().get(variant);
      Latency latency = result.latency().getOrDefault(variant, new Latency(Double.NaN, Double.NaN));
      out.printf(
          "%-14s %,10.0f %9s %9s %9.2f %9s %9.2f %8.1f %8s %8s %,10.0f %9.1f%n",
          variant.key(),
          measured.recordsPerSecond(),
          cell("%.2f", result.ratio(variant, Variant.PASS_THROUGH, Measured::rateRelativeTo)),
          cell("%.2f", result.ratio(variant, Variant.AVRO_ROUND_TRIP, Measured::rateRelativeTo)),
          measured.cpuMicros(),
          cell("%.2f", result.ratio(variant, Variant.PASS_THROUGH, Measured::cpuRelativeTo)),
          measured.compilerMicros(),
          measured.heapMegabytes(),
          cell("%.0f", latency.p50()),
          cell("%.0f", latency.p99()),
          measured.refreshMicros(),
          measured.publishedBytesPerEvent());
    }
  }

  /* A value that was not measured is NaN. */
  private static String cell(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }

  /** As fields of a JSON object. */
  public static void write(JsonObject json, StreamResult result) {
    Workload load = result.workload();
    json.text("learner", load.spec().learner().key())
        .text("shape", load.shape().key())
        .number("records", load.records())
        .number("partitions", load.partitions())
        .number("threads", load.threads())
        .text("guarantee", load.guarantee())
        .number("commitMillis", load.commitMillis())
        .object(SETTINGS, settings -> load.settings().forEach(settings::text))
        .number("features", load.features())
        .number("categories", Workload.CATEGORIES)
        .number("classes", load.classes())
        .number("words", load.words());
    for (Figure figure : FIGURES) {
      numbers(json, figure.key(), result, v -> figure.of().applyAsDouble(result.measured().get(v)));
    }
    for (Ratio ratio : RATIOS) {
      numbers(json, ratio.key(), result, v -> result.ratio(v, ratio.baseline(), ratio.of()));
    }
    json.object(SPREAD, spread -> spreads(spread, result));
    json.object(
        "latencyMillis",
        object -> result.latency().forEach((variant, it) -> latency(object, variant, it)));
  }

  private static void latency(JsonObject json, Variant variant, Latency latency) {
    json.object(variant.key(), o -> o.number("p50", latency.p50()).number("p99", latency.p99()));
  }

  private static void spreads(JsonObject json, StreamResult result) {
    for (Figure figure : FIGURES) {
      spreads(json, figure.key(), result, v -> result.spread(v, figure.of()));
    }
    for (Ratio ratio : RATIOS) {
      spreads(json, ratio.key(), result, v -> result.spread(v, ratio.baseline(), ratio.of()));
    }
  }

  private static void spreads(
      JsonObject json, String key, StreamResult result, Function<Variant, Spread> spread) {
    json.begin(key);
    for (Variant variant : result.measured().keySet()) {
      Spread range = spread.apply(variant);
      if (Double.isFinite(range.min())) {
        json.object(variant.key(), o -> o.number("min", range.min()).number("max", range.max()));
      }
    }
    json.end();
  }

  private static void numbers(
      JsonObject json, String key, StreamResult result, ToDoubleFunction<Variant> number) {
    json.begin(key);
    for (Variant variant : result.measured().keySet()) {
      double value = number.applyAsDouble(variant);
      if (Double.isFinite(value)) {
        json.number(variant.key(), value);
      }
    }
    json.end();
  }
}
