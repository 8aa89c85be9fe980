package io.bayou.app.serve;

import io.bayou.http.StreamQueries;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.stream.Activity;
import io.bayou.stream.SharedModels;
import io.bayou.stream.StreamsRunner;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What Bayou counts, as metrics; those of models are looked up whenever somebody asks. */
final class StreamMetrics implements MultiCollector {
  private final SharedModels models;

  private StreamMetrics(SharedModels models) {
    this.models = models;
  }

  static void bind(PrometheusMeterRegistry registry, StreamsRunner runner, StreamQueries stream) {
    Activity activity = runner.activity();
    count(registry, "learned", "Labeled events learned", activity, Activity::learned);
    count(registry, "corrected", "Labels corrected", activity, Activity::corrected);
    count(registry, "predicted", "Events answered", activity, Activity::predicted);
    count(registry, "dead.letters", "Events refused", activity, Activity::deadLetters);
    count(registry, "tombstones", "Records without a value", activity, Activity::tombstones);
    count(registry, "published.rows", "Rows published", activity, Activity::publishedRows);
    Gauge.builder("bayou.lag", stream, queries -> queries.vitals().lag())
        .description("Events that wait to be read")
        .register(registry);
    Gauge.builder("bayou.ready", stream, queries -> queries.status().ready() ? 1 : 0)
        .description("1 when this instance has tasks with their state")
        .register(registry);
    registry.getPrometheusRegistry().register(new StreamMetrics(runner.models()));
    registry.getPrometheusRegistry().register(new KafkaMetrics(runner.streams()::metrics));
  }

  private static void count(
      MeterRegistry registry,
      String name,
      String description,
      Activity activity,
      ToDoubleFunction<Activity> value) {
    FunctionCounter.builder("bayou." + name, activity, value)
        .description(description)
        .register(registry);
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
