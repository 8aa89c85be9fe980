package io.bayou.bench.stream;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The results by variant.
 *
 * @param rounds what each round that counts has measured
 * @param measured medians over the rounds
 * @param latency at a modest rate; empty if it was not measured
 */
public record StreamResult(
    Workload workload,
    Map<Variant, List<Measured>> rounds,
    Map<Variant, Measured> measured,
    Map<Variant, Latency> latency) {
  /** Milliseconds from sending an event to reading its answer: median and 99th percentile. */
  public record Latency(double p50, double p99) {}

  /** The smallest and the largest value of a figure in any round. */
  public record Spread(double min, double max) {}

  public StreamResult {
    rounds = Collections.unmodifiableMap(new EnumMap<>(rounds));
    measured = Collections.unmodifiableMap(new EnumMap<>(measured));
    latency = Collections.unmodifiableMap(latency);
  }

  static StreamResult of(
      Workload workload, Map<Variant, List<Measured>> rounds, Map<Variant, Latency> latency) {
    Map<Variant, Measured> medians = new EnumMap<>(Variant.class);
    rounds.forEach((variant, runs) -> medians.put(variant, Measured.median(runs)));
    return new StreamResult(workload, rounds, medians, latency);
  }

  /** A figure of a variant relative to another one; NaN if that was not measured. */
  double ratio(Variant variant, Variant baseline, ToDoubleBiFunction<Measured, Measured> ratio) {
    Measured base = measured.get(baseline);
    return base == null ? Double.NaN : ratio.applyAsDouble(measured.get(variant), base);
  }

  /** How far the rounds of a variant differ in a figure. */
  Spread spread(Variant variant, ToDoubleFunction<Measured> figure) {
    return spread(rounds.get(variant).stream().mapToDouble(figure));
  }

  /**
   * How far the rounds of a variant differ in a ratio to those of the baseline; infinite if that
   * was not measured.
   */
  Spread spread(Variant variant, Variant baseline, ToDoubleBiFunction<Measured, Measured> ratio) {
    List<Measured> bases = rounds.getOrDefault(baseline, List.of());
    List<Measured> runs = rounds.get(variant);
    return spread(
        IntStream.range(0, bases.size())
            .mapToDouble(round -> ratio.applyAsDouble(runs.get(round), bases.get(round))));
  }

  private static Spread spread(DoubleStream values) {
    var statistics = values.summaryStatistics();
    return new Spread(statistics.getMin(), statistics.getMax());
  }
}
