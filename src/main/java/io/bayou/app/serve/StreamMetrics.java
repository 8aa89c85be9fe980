package io.bayou.app.serve;

import io.bayou.app.alarms.ClusterAlarms;
import io.bayou.app.cli.Version;
import io.bayou.http.StreamQueries;
import io.bayou.model.Flag;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PerClass;
import io.bayou.model.eval.Scores;
import io.bayou.model.spec.AnswerSpec;
import io.bayou.stream.Activity;
import io.bayou.stream.SharedModels;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.health.ModelCounts;
import io.bayou.stream.health.RestoreProgress;
import io.bayou.stream.join.JoinActivity;
import io.bayou.stream.join.JoinActivity.Outcome;
import io.bayou.stream.keyed.KeyedActivity;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Bayou's own metrics of a running stream. Those with labels are computed on each scrape. */
record StreamMetrics(Activity activity, SharedModels models) implements MultiCollector {
  private record Count(String name, String help, ToDoubleFunction<Activity> value) {}

  private static final List<Count> COUNTS =
      List.of(
          new Count("bayou.learned", "Labeled events learned", Activity::learned),
          new Count("bayou.corrected", "Labels corrected", Activity::corrected),
          new Count("bayou.predicted", "Events predicted", Activity::predicted),
          new Count("bayou.dead.letters", "Events refused", Activity::deadLetters),
          new Count(
              "bayou.dead.letters.truncated", "Truncated dead letters", Activity::truncatedLetters),
          new Count("bayou.skipped", "Events that had been learned before", Activity::skipped),
          new Count("bayou.tombstones", "Records without a value", Activity::tombstones),
          new Count("bayou.published.rows", "Rows published", Activity::publishedRows),
          new Count("bayou.published.bytes", "Bytes published", Activity::publishedBytes),
          new Count("bayou.sums", "Sums of partials", Activity::sums),
          new Count("bayou.sum.seconds", "Time for summing", a -> a.sumNanos() / 1e9));

  private record Level(String name, String help, ToDoubleFunction<StreamQueries> value) {}

  private static final List<Level> LEVELS =
      List.of(
          new Level(
              "bayou.lag",
              "Events of this instance's partitions that are neither learned nor predicted yet",
              stream -> stream.vitals().lag()),
          new Level(
              "bayou.ready",
              "1 if this instance serves requests, as /ready says",
              stream -> stream.status().ready() ? 1 : 0),
          new Level(
              "bayou.schemas.waiting",
              "Schemas that records wait for because the registry is away",
              StreamQueries::waitingForSchemas),
          new Level(
              "bayou.kafka.connected",
              "1 if a broker has responded recently",
              stream -> stream.kafka().up() ? 1 : 0));

  /** Registers everything. */
  static void bind(PrometheusMeterRegistry registry, StreamsRunner runner, StreamQueries stream) {
    bind(registry, runner.restore());
    bind(registry, runner.activity(), runner.models(), stream);
  }

  static void bind(PrometheusMeterRegistry registry, ClusterAlarms alarms) {
    String name = "bayou.webhook";
    String help = "Alarms posted to the webhook by this instance, and those that it did not take";
    FunctionCounter.builder(name, alarms, ClusterAlarms::delivered)
        .description(help)
        .tags("outcome", "delivered")
        .register(registry);
    FunctionCounter.builder(name, alarms, ClusterAlarms::undelivered)
        .description(help)
        .tags("outcome", "failed")
        .register(registry);
  }

  static void bind(PrometheusMeterRegistry registry, RestoreProgress restore) {
    Gauge.builder("bayou.restore.remaining.records", restore, RestoreProgress::remaining)
        .description("Records of changelogs and model topics still to be read before it is ready")
        .register(registry);
    FunctionCounter.builder("bayou.restored.records", restore, RestoreProgress::restored)
        .description("Records restored from changelogs and model topics")
        .register(registry);
    Gauge.builder("bayou.build.info", () -> 1)
        .description("The build that runs")
        .tags("version", Version.current(), "java", System.getProperty("java.version"))
        .register(registry);
  }

  static void bind(
      PrometheusMeterRegistry registry,
      Activity activity,
      SharedModels models,
      StreamQueries stream) {
    for (Count count : COUNTS) {
      FunctionCounter.builder(count.name, activity, count.value)
          .description(count.help)
          .register(registry);
    }
    for (Level level : LEVELS) {
      Gauge.builder(level.name, stream, level.value).description(level.help).register(registry);
    }
    registry.getPrometheusRegistry().register(new StreamMetrics(activity, models));
  }

  @Override
  public MetricSnapshots collect() {
    LabeledMetric leftOut =
        new LabeledMetric("bayou_left_out", "Values and examples that a model left out");
    activity
        .leftOut()
        .forEach(
            (model, counts) ->
                counts.forEach(
                    (reason, count) ->
                        leftOut.put(
                            Labels.of("model", model, "reason", reason.name()), (double) count)));
    LabeledMetric dropped =
        new LabeledMetric("bayou_output_dropped", "Records that could not be produced");
    activity
        .lostOutputs()
        .forEach((topic, n) -> dropped.put(Labels.of("topic", topic), (double) n));
    LabeledMetric types =
        new LabeledMetric("bayou_type_changed", "Values of another type than their feature");
    activity
        .typeChanges()
        .forEach(
            (model, counts) ->
                counts.forEach(
                    (feature, n) ->
                        types.put(Labels.of("model", model, "feature", feature), (double) n)));
    LabeledMetric lost =
        new LabeledMetric("bayou_lost_records", "Records that were deleted before they were read");
    activity
        .lost()
        .byTopic()
        .forEach((topic, n) -> lost.put(Labels.of("topic", topic), (double) n));
    List<MetricSnapshot> all =
        new ArrayList<>(
            List.of(
                leftOut.counter(),
                dropped.counter(),
                types.counter(),
                lost.counter(),
                ofFlags().counter()));
    all.addAll(ofJoin());
    all.addAll(ofKeys());
    all.addAll(ofModels());
    return new MetricSnapshots(all);
  }

  private LabeledMetric ofFlags() {
    LabeledMetric flagged =
        new LabeledMetric("bayou_flagged", "Predictions with a flag, such as NOVEL or REJECTED");
    for (Flag flag : Flag.values()) {
      flagged.put(Labels.of("flag", flag.name()), (double) activity.flagged(flag));
    }
    return flagged;
  }

  private List<MetricSnapshot> ofJoin() {
    JoinActivity joins = activity.joins();
    LabeledMetric outcomes =
        new LabeledMetric("bayou_join", "What became of labels that came later, and of events");
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(Labels.of("outcome", outcome.name()), (double) joins.total(outcome));
    }
    LabeledMetric awaited =
        new LabeledMetric("bayou_join_awaited", "Events that wait for their labels");
    awaited.put(Labels.EMPTY, (double) joins.awaited());
    LabeledMetric delays =
        new LabeledMetric("bayou_label_delay_seconds", "How long labels take, in event time");
    for (double share : new double[] {0.5, 0.99}) {
      joins
          .delays()
          .quantile(share)
          .ifPresent(
              millis ->
                  delays.put(Labels.of("quantile", Double.toString(share)), millis / 1_000.0));
    }
    return List.of(outcomes.counter(), awaited.gauge(), delays.gauge());
  }

  private List<MetricSnapshot> ofKeys() {
    KeyedActivity keyed = activity.keyed();
    LabeledMetric outcomes = new LabeledMetric("bayou_keyed", "Events for models of keys");
    for (KeyedActivity.Outcome outcome : KeyedActivity.Outcome.values()) {
      outcomes.put(Labels.of("outcome", outcome.name()), (double) keyed.total(outcome));
    }
    LabeledMetric keys = new LabeledMetric("bayou_keyed_keys", "Keys of this instance");
    keyed.keys().forEach((model, count) -> keys.put(Labels.of("model", model), (double) count));
    LabeledMetric expired = new LabeledMetric("bayou_keyed_expired", "Keys that were forgotten");
    expired.put(Labels.EMPTY, (double) keyed.expired());
    LabeledMetric bytes =
        new LabeledMetric("bayou_keyed_cache_bytes", "Models of keys on the heap, about");
    bytes.put(Labels.EMPTY, (double) keyed.cachedBytes());
    LabeledMetric misses =
        new LabeledMetric("bayou_keyed_cache_misses", "Models of keys read from disk");
    misses.put(Labels.EMPTY, (double) keyed.misses());
    return List.of(
        outcomes.counter(), keys.gauge(), expired.counter(), bytes.gauge(), misses.counter());
  }

  private List<MetricSnapshot> ofModels() {
    LabeledMetric examples = new LabeledMetric("bayou_model_examples", "Examples learned");
    LabeledMetric age =
        new LabeledMetric(
            "bayou_model_staleness_seconds",
            "Time since the last heartbeat of the source that has been silent longest");
    LabeledMetric learned =
        new LabeledMetric("bayou_model_learned", "Events learned by this instance");
    LabeledMetric predicted =
        new LabeledMetric("bayou_model_predicted", "Events answered by this instance");
    LabeledMetric accuracy =
        new LabeledMetric("bayou_model_accuracy", "Accuracy of about the last thousand events");
    LabeledMetric logLoss =
        new LabeledMetric("bayou_model_log_loss", "Log loss of about the last thousand events");
    LabeledMetric coverage =
        new LabeledMetric(
            "bayou_model_coverage",
            "How often the class was in the prediction set, over about the last thousand events");
    LabeledMetric cost =
        new LabeledMetric(
            "bayou_model_cost",
            "Mean cost of the decision on an event, over about the last thousand events");
    LabeledMetric precision =
        new LabeledMetric(
            "bayou_class_precision",
            "Fraction of the predictions of a class that were right, lately");
    LabeledMetric recall =
        new LabeledMetric(
            "bayou_class_recall",
            "Fraction of the events of a class that were predicted so, lately");
    for (String name : models.names()) {
      Optional<ModelDefinition> definition = models.definition(name);
      if (definition.isEmpty()) {
        continue; // deleted a moment ago
      }
      ModelCounts counts = activity.ofModel(name);
      learned.put(Labels.of("model", name), (double) counts.learnedEvents());
      predicted.put(Labels.of("model", name), (double) counts.predictedEvents());
      int version = definition.get().activeVersion();
      Labels labels = Labels.of("model", name, "version", Integer.toString(version));
      List<SnapshotRow> published = models.published(name, version);
      examples.put(labels, (double) published.stream().mapToLong(SnapshotRow::examples).sum());
      models
          .oldest(name, version)
          .ifPresent(time -> age.put(labels, (System.currentTimeMillis() - time) / 1_000.0));
      Optional<Scores> scores = models.evaluations().merged(name, version).map(Evaluation::fading);
      scores.ifPresent(s -> accuracy.put(labels, s.accuracy()));
      scores.ifPresent(s -> logLoss.put(labels, s.meanLogLoss()));
      scores
          .filter(s -> s.labels().size() <= Scores.MAX_CLASSES)
          .ifPresent(s -> ofClasses(labels, PerClass.of(s), precision, recall));
      AnswerSpec answers = definition.get().active().spec().answers();
      if (answers.coverage().isPresent()) {
        scores.ifPresent(s -> coverage.put(labels, s.coverage()));
      }
      if (answers.decide().isPresent()) {
        scores.ifPresent(s -> cost.put(labels, s.actions().cost() / s.instances()));
      }
    }
    return List.of(
        learned.counter(),
        predicted.counter(),
        examples.gauge(),
        age.gauge(),
        accuracy.gauge(),
        logLoss.gauge(),
        coverage.gauge(),
        cost.gauge(),
        precision.gauge(),
        recall.gauge());
  }

  private static void ofClasses(
      Labels model, PerClass scores, LabeledMetric precision, LabeledMetric recall) {
    scores
        .classes()
        .forEach(
            (label, of) -> {
              Labels labels = model.merge(Labels.of("class", label));
              precision.put(labels, of.precision());
              recall.put(labels, of.recall());
            });
  }
}
