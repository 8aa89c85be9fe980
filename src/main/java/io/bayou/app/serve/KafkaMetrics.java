package io.bayou.app.serve;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * Kafka's own metrics under the names of Micrometer's binder. They are read on each scrape: the
 * binder registers them and keeps those of closed tasks and clients (Micrometer issues 2726, 2801,
 * 2843).
 */
record KafkaMetrics(Supplier<Map<MetricName, ? extends Metric>> source) implements MultiCollector {
  private static final String TOTAL = "_total";
  private static final String TOPIC = "topic";

  @Override
  public MetricSnapshots collect() {
    Collection<? extends Metric> metrics = source.get().values();
    Set<String> twins = twins(metrics);
    Map<String, List<Metric>> byName =
        metrics.stream()
            .filter(KafkaMetrics::isNumber)
            .filter(metric -> !twins.contains(metric.metricName().tags().get(TOPIC)))
            .collect(groupingBy(metric -> nameOf(metric.metricName()), TreeMap::new, toList()));
    List<MetricSnapshot> all = new ArrayList<>();
    byName.forEach((name, same) -> all.add(snapshot(name, same)));
    return new MetricSnapshots(all);
  }

  /* Kafka reports a topic with dots twice, the second time with underscores. */
  private static Set<String> twins(Collection<? extends Metric> metrics) {
    Set<String> twins = new HashSet<>();
    for (Metric metric : metrics) {
      String topic = metric.metricName().tags().get(TOPIC);
      if (topic != null && topic.indexOf('.') >= 0) {
        twins.add(topic.replace('.', '_'));
      }
    }
    return twins;
  }

  private static boolean isNumber(Metric metric) {
    return metric.metricValue() instanceof Number number && Double.isFinite(number.doubleValue());
  }

  private static String nameOf(MetricName name) {
    String plain = "kafka_" + name.group().replace("-metrics", "") + "_" + name.name();
    return plain.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static MetricSnapshot snapshot(String name, List<Metric> metrics) {
    if (name.endsWith(TOTAL)) {
      String base = name.substring(0, name.length() - TOTAL.length());
      LabeledMetric total = labeled(base, metrics);
      if (total.isNeverNegative()) {
        return total.counter();
      }
    }
    return labeled(name, metrics).gauge();
  }

  private static LabeledMetric labeled(String name, List<Metric> metrics) {
    LabeledMetric labeled = new LabeledMetric(name, metrics.get(0).metricName().description());
    for (Metric metric : metrics) {
      labeled.put(labelsOf(metric.metricName()), ((Number) metric.metricValue()).doubleValue());
    }
    return labeled;
  }

  private static Labels labelsOf(MetricName name) {
    Labels.Builder labels = Labels.builder();
    new TreeMap<>(name.tags())
        .forEach((key, value) -> labels.label(key.replaceAll("[^A-Za-z0-9_]", "_"), value));
    return labels.build();
  }
}
