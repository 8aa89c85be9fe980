package io.bayou.bench.stream;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The results by variant.
 *
 * @param measured medians over the rounds
 * @param latency at a modest rate; empty if it was not measured
 */
public record StreamResult(
    Workload workload, Map<Variant, Measured> measured, Map<Variant, Latency> latency) {
  /** Milliseconds from sending an event to reading its answer: median and 99th percentile. */
  public record Latency(double p50, double p99) {}

  public StreamResult {
    measured = Collections.unmodifiableMap(new EnumMap<>(measured));
    latency = Collections.unmodifiableMap(latency);
  }

  /** The throughput of a variant relative to another one; NaN if that was not measured. */
  public double ratio(Variant variant, Variant baseline) {
    Measured base = measured.get(baseline);
    return base == null
        ? Double.NaN
        : measured.get(variant).recordsPerSecond() / base.recordsPerSecond();
  }

  /** CPU time per record of the baseline, relative to that of a variant. */
  public double cpuRatio(Variant variant, Variant baseline) {
    Measured base = measured.get(baseline);
    return base == null ? Double.NaN : base.cpuMicros() / measured.get(variant).cpuMicros();
  }
}
