package io.bayou.app.serve;

import io.bayou.stream.Activity;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.function.ToDoubleFunction;

/** Metrics of what an instance has done since its start. */
final class ActivityMetrics implements MultiCollector {
  private final Activity activity;

  private ActivityMetrics(Activity activity) {
    this.activity = activity;
  }

  static void bind(PrometheusMeterRegistry registry, Activity activity) {
    count(registry, "learned", "Labeled events learned", activity, Activity::learned);
    count(registry, "corrected", "Labels corrected", activity, Activity::corrected);
    count(registry, "predicted", "Events answered", activity, Activity::predicted);
    count(registry, "dead.letters", "Events refused", activity, Activity::deadLetters);
    count(
        registry,
        "dead.letters.truncated",
        "Dead letters that were cut",
        activity,
        Activity::truncatedLetters);
    count(registry, "skipped", "Events that had been learned before", activity, Activity::skipped);
    count(registry, "tombstones", "Records without a value", activity, Activity::tombstones);
    count(registry, "published.rows", "Rows published", activity, Activity::publishedRows);
    registry.getPrometheusRegistry().register(new ActivityMetrics(activity));
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

  /* Their labels come to be while the instance runs, so they are looked up when somebody asks. */
  @Override
  public MetricSnapshots collect() {
    CounterSnapshot.Builder leftOut =
        counter("bayou_left_out", "Values and examples that a model left out, mostly at a limit");
    activity
        .leftOut()
        .forEach(
            (model, reasons) ->
                reasons.forEach(
                    (reason, count) ->
                        add(leftOut, Labels.of("model", model, "reason", reason.name()), count)));
    CounterSnapshot.Builder dropped =
        counter("bayou_output_dropped", "Records that could not be produced and were dropped");
    activity
        .lostOutputs()
        .forEach((topic, count) -> add(dropped, Labels.of("topic", topic), count));
    return MetricSnapshots.of(leftOut.build(), dropped.build());
  }

  private static CounterSnapshot.Builder counter(String name, String help) {
    return CounterSnapshot.builder().name(name).help(help);
  }

  private static void add(CounterSnapshot.Builder counter, Labels labels, long count) {
    counter.dataPoint(new CounterDataPointSnapshot((double) count, labels, null, 0L));
  }
}
