package io.bayou.app.serve;

import io.bayou.http.StreamQueries;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.stream.SharedModels;
import io.bayou.stream.StreamsRunner;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Optional;

/** Bayou's counters as metrics; those of models are looked up on each scrape. */
final class StreamMetrics implements MultiCollector {
  private final SharedModels models;

  private StreamMetrics(SharedModels models) {
    this.models = models;
  }

  static void bind(PrometheusMeterRegistry registry, StreamsRunner runner, StreamQueries stream) {
    ActivityMetrics.bind(registry, runner.activity());
    Gauge.builder("bayou.lag", stream, queries -> queries.vitals().lag())
        .description(
            "Events of this instance's partitions that are neither learned nor answered yet")
        .register(registry);
    Gauge.builder("bayou.ready", stream, queries -> queries.status().ready() ? 1 : 0)
        .description("1 when this instance can be asked, as /ready says")
        .register(registry);
    Gauge.builder("bayou.kafka.connected", stream, queries -> queries.kafka().up() ? 1 : 0)
        .description("1 when a broker has answered lately")
        .register(registry);
    registry.getPrometheusRegistry().register(new StreamMetrics(runner.models()));
    registry.getPrometheusRegistry().register(new KafkaMetrics(runner.streams()::metrics));
  }

  @Override
  public MetricSnapshots collect() {
    GaugeSnapshot.Builder examples = gauge("bayou_model_examples", "Examples learned");
    GaugeSnapshot.Builder age =
        gauge("bayou_model_staleness_seconds", "Age of the oldest partition's latest publication");
    GaugeSnapshot.Builder accuracy =
        gauge("bayou_model_accuracy", "Prequential accuracy of about the last thousand events");
    GaugeSnapshot.Builder logLoss =
        gauge("bayou_model_log_loss", "Prequential log loss of about the last thousand events");
    for (String name : models.names()) {
      Optional<ModelDefinition> definition = models.definition(name);
      if (definition.isEmpty()) {
        continue; // deleted a moment ago
      }
      int version = definition.get().activeVersion();
      Labels labels = Labels.of("model", name, "version", Integer.toString(version));
      long sum = models.published(name, version).stream().mapToLong(SnapshotRow::examples).sum();
      add(examples, labels, (double) sum);
      models
          .oldest(name, version)
          .ifPresent(at -> add(age, labels, (System.currentTimeMillis() - at) / 1_000.0));
      Optional<Scores> scores = models.evaluations().merged(name, version).map(Evaluation::fading);
      scores.ifPresent(s -> add(accuracy, labels, s.accuracy()));
      scores.ifPresent(s -> add(logLoss, labels, s.meanLogLoss()));
    }
    return MetricSnapshots.of(examples.build(), age.build(), accuracy.build(), logLoss.build());
  }

  private static GaugeSnapshot.Builder gauge(String name, String help) {
    return GaugeSnapshot.builder().name(name).help(help);
  }

  private static void add(GaugeSnapshot.Builder gauge, Labels labels, double value) {
    if (Double.isFinite(value)) {
      gauge.dataPoint(new GaugeDataPointSnapshot(value, labels, null));
    }
  }
}
