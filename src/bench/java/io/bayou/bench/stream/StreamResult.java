package io.bayou.bench.stream;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The results: medians over the rounds, by variant.
 *
 * @param recordsPerSecond throughput
 * @param cpuMicros CPU time of the process per record, in microseconds
 * @param heapMegabytes heap in use at the end of a run, after a collection
 * @param latency at a modest rate; empty if it was not measured
 */
public record StreamResult(
    Workload workload,
    Map<Variant, Double> recordsPerSecond,
    Map<Variant, Double> cpuMicros,
    Map<Variant, Double> heapMegabytes,
    Map<Variant, Latency> latency) {
  /** Milliseconds from sending an event to reading its answer: median and 99th percentile. */
  public record Latency(double p50, double p99) {}

  public StreamResult {
    recordsPerSecond = Collections.unmodifiableMap(new EnumMap<>(recordsPerSecond));
    cpuMicros = Collections.unmodifiableMap(new EnumMap<>(cpuMicros));
    heapMegabytes = Collections.unmodifiableMap(new EnumMap<>(heapMegabytes));
    latency = Collections.unmodifiableMap(latency);
  }

  /** The throughput of a variant relative to another one; NaN if that was not measured. */
  public double ratio(Variant variant, Variant baseline) {
    Double base = recordsPerSecond.get(baseline);
    return base == null ? Double.NaN : recordsPerSecond.get(variant) / base;
  }

  /** CPU time per record of the baseline, relative to that of a variant. */
  public double cpuRatio(Variant variant, Variant baseline) {
    Double base = cpuMicros.get(baseline);
    return base == null ? Double.NaN : base / cpuMicros.get(variant);
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  }
}
