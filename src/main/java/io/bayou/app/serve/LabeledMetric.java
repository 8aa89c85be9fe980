package io.bayou.app.serve;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.LinkedHashMap;
import java.util.Map;

/** One metric and its values by labels, computed for one scrape. */
record LabeledMetric(String name, String help, Map<Labels, Double> values) {
  LabeledMetric(String name, String help) {
    this(name, help, new LinkedHashMap<>());
  }

  /** Adds a value; one that is not finite is skipped. */
  void put(Labels labels, double value) {
    if (Double.isFinite(value)) {
      values.put(labels, value);
    }
  }

  boolean isNeverNegative() {
    return values.values().stream().allMatch(value -> value >= 0.0);
  }

  /** As a counter; Prometheus adds {@code _total} to its name. */
  CounterSnapshot counter() {
    CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
    values.forEach(
        (labels, value) ->
            counter.dataPoint(new CounterDataPointSnapshot(value, labels, null, 0L)));
    return counter.build();
  }

  GaugeSnapshot gauge() {
    GaugeSnapshot.Builder gauge =
        GaugeSnapshot.builder().name(PrometheusNaming.sanitizeMetricName(name)).help(help);
    values.forEach(
        (labels, value) -> gauge.dataPoint(new GaugeDataPointSnapshot(value, labels, null)));
    return gauge.build();
  }
}
