package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.alarms.ClusterAlarms;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.AppConfig;
import io.bayou.http.HttpServer;
import io.bayou.model.eval.ActionScores;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.RawScores;
import io.bayou.model.eval.Scores;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.CountedActivity;
import io.bayou.stream.ScoredModels;
import io.bayou.stream.SharedModels;
import io.bayou.stream.health.RestoreProgress;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StreamMetricsTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `((?:bayou|http)_[a-z_]+)` \\| (\\w+) \\| ([^|]*\\S) \\|");

  @Test
  void shouldCountWhatIsLeftOutByModelAndReason() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    bind(registry);

    assertThat(registry.scrape())
        .contains("bayou_left_out_total{model=\"a\",reason=\"TOO_MANY_CLASSES\"} 5.0")
        .contains("bayou_left_out_total{model=\"b\",reason=\"TOO_MANY_TOKENS\"} 7.0")
        .contains("bayou_output_dropped_total{topic=\"predictions\"} 2.0")
        .contains("bayou_skipped_total 1.0")
        .contains("bayou_dead_letters_truncated_total 1.0");
  }

  @Test
  void shouldTellPrecisionAndRecallOfEachClass() {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    confusion.put("fraud", new TreeMap<>(Map.of("fraud", 3.0, "honest", 1.0)));
    confusion.put("honest", new TreeMap<>(Map.of("fraud", 2.0, "honest", 10.0)));
    Scores scores = new Scores(16.0, 13.0, 0.0, 0.0, 0.0, 0.0, confusion, List.of());
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    SharedModels models =
        ScoredModels.of(
            new Evaluation("cards", 1, "labeled-0", scores, scores, Comparison.NONE, 0L));
    StreamMetrics.bind(registry, CountedActivity.create(), models, new IdleBackend.IdleStream());

    String labels = "{class=\"fraud\",model=\"cards\",version=\"1\"}";
    assertThat(registry.scrape())
        .contains("bayou_class_precision" + labels + " 0.6\n")
        .contains("bayou_class_recall" + labels + " 0.75\n");
  }

  @Test
  void shouldNotTellThemOfTooManyClasses() {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    for (int i = 0; i <= Scores.MAX_CLASSES; i++) {
      confusion.put("class-" + i, new TreeMap<>(Map.of("class-" + i, 1.0)));
    }
    Scores scores = new Scores(65.0, 65.0, 0.0, 0.0, 0.0, 0.0, confusion, List.of());
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    SharedModels models =
        ScoredModels.of(
            new Evaluation("cards", 1, "labeled-0", scores, scores, Comparison.NONE, 0L));
    StreamMetrics.bind(registry, CountedActivity.create(), models, new IdleBackend.IdleStream());

    assertThat(registry.scrape()).contains("bayou_model_accuracy").doesNotContain("class-1");
  }

  @Test
  void shouldTellCoverageOfSetsAndCostOfDecisions() {
    ModelSpec spec =
        SpecCodec.read(
            "spec",
            "sets: {coverage: 0.9}\n"
                + "decide: {costs: {fraud: {honest: 50}, honest: {fraud: 1}}, reject: 2}");

    assertThat(scrapeOfActions(spec))
        .contains("bayou_model_coverage{model=\"cards\",version=\"1\"} 0.875\n")
        .contains("bayou_model_cost{model=\"cards\",version=\"1\"} 0.75\n");
    assertThat(scrapeOfActions(ModelSpec.defaults()))
        .doesNotContain("bayou_model_coverage")
        .doesNotContain("bayou_model_cost");
  }

  private static String scrapeOfActions(ModelSpec spec) {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    confusion.put("fraud", new TreeMap<>(Map.of("fraud", 16.0)));
    ActionScores actions = new ActionScores(12.0, 1.0, 14.0, 20.0); // cost, rejected, covered, size
    Scores scores =
        new Scores(
            16.0,
            16.0,
            0.0,
            0.0,
            0.0,
            0.0,
            confusion,
            List.of(),
            new TreeMap<>(),
            actions,
            RawScores.NONE);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    SharedModels models =
        ScoredModels.of(
            new Evaluation("cards", 1, "labeled-0", scores, scores, Comparison.NONE, 0L), spec);
    StreamMetrics.bind(registry, CountedActivity.create(), models, new IdleBackend.IdleStream());
    return registry.scrape();
  }

  /** Each metric of our own has a row in docs/http.md, and each row its metric. */
  @Test
  void shouldDocumentEveryMetric() throws Exception {
    AppConfig config = AppConfig.of(Map.of("http.port", "0"));
    try (HttpServer server =
            new HttpServer(config.http(), IdleBackend.with((labeled, key, event) -> null));
        ClusterAlarms alarms = new ClusterAlarms(config, () -> false)) {
      PrometheusMeterRegistry registry = server.monitor().metrics().registry();
      bind(registry);
      StreamMetrics.bind(registry, alarms);
      while (registry.find("http.server.requests").timer() == null) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "health")).build();
        HttpClient.newHttpClient().send(request, BodyHandlers.discarding());
      }

      assertThat(documented()).isEqualTo(registered(registry));
    }
  }

  private static void bind(PrometheusMeterRegistry registry) {
    StreamMetrics.bind(registry, new RestoreProgress(System::nanoTime));
    StreamMetrics.bind(
        registry, CountedActivity.create(), new SharedModels(), new IdleBackend.IdleStream());
  }

  /* The JVM's metrics are Micrometer's, and documented there. */
  private static SortedMap<String, String> registered(PrometheusMeterRegistry registry) {
    SortedMap<String, String> types = new TreeMap<>();
    for (MetricSnapshot metric : registry.getPrometheusRegistry().scrape()) {
      String type =
          metric.getClass().getSimpleName().replace("Snapshot", "").toLowerCase(Locale.ROOT);
      String name = metric.getMetadata().getPrometheusName();
      if (name.startsWith("bayou_") || name.startsWith("http_")) {
        switch (type) {
          case "counter" -> types.put(name + "_total", type);
          case "info" -> types.put(name + "_info", "gauge"); // as it is written
          default -> types.put(name, type);
        }
      }
    }
    return types;
  }

  private static SortedMap<String, String> documented() throws IOException {
    SortedMap<String, String> types = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("docs/http.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(types.put(row.group(1), row.group(2))).as(row.group(1)).isNull();
      }
    }
    return types;
  }
}
