package io.bayou.bench.stream;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One run of a variant, or the medians of several.
 *
 * @param cpuMicros CPU time of the process per record, in microseconds, without that of its
 *     compilers
 * @param compilerMicros that of its compilers, which ends in a process that runs for longer
 * @param heapBytes heap in use at the end of the run, after a collection
 * @param refreshMicros how long it took on average to sum the partials of all partitions; 0 if none
 *     were summed
 * @param publishedBytesPerEvent bytes of snapshots and evaluations, before compression
 */
public record Measured(
    double recordsPerSecond,
    double cpuMicros,
    double compilerMicros,
    double heapBytes,
    double refreshMicros,
    double publishedBytesPerEvent) {

  /** As a worker says it. */
  static String line(long... values) {
    StringBuilder line = new StringBuilder("measured");
    for (long value : values) {
      line.append('\t').append(value);
    }
    return line.toString();
  }

  /* Records, nanoseconds, CPU nanoseconds, those of compilers, heap, sums, their nanoseconds, bytes. */
  static Measured of(String[] words) {
    double[] values = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      values[i] = Double.parseDouble(words[i]);
    }
    double records = values[0];
    return new Measured(
        records * 1e9 / values[1],
        (values[2] - values[3]) / 1e3 / records,
        values[3] / 1e3 / records,
        values[4],
        values[5] == 0 ? 0 : values[6] / 1e3 / values[5],
        values[7] / records);
  }

  /** The medians of each figure. */
  static Measured median(List<Measured> runs) {
    return new Measured(
        median(runs, Measured::recordsPerSecond),
        median(runs, Measured::cpuMicros),
        median(runs, Measured::compilerMicros),
        median(runs, Measured::heapBytes),
        median(runs, Measured::refreshMicros),
        median(runs, Measured::publishedBytesPerEvent));
  }

  private static double median(List<Measured> runs, ToDoubleFunction<Measured> figure) {
    double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  }

  /** Throughput, relative to another variant. */
  double rateRelativeTo(Measured baseline) {
    return recordsPerSecond / baseline.recordsPerSecond;
  }

  /** CPU time per record of another variant, relative to this one: smaller if this costs more. */
  double cpuRelativeTo(Measured baseline) {
    return baseline.cpuMicros / cpuMicros;
  }

  double heapMegabytes() {
    return heapBytes / 1e6;
  }
}
