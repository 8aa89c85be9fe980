package io.bayou.replay;

import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * What a replay reads.
 *
 * @param ranges one for each partition
 */
public record ReplayPlan(List<Range> ranges) {
  public ReplayPlan {
    ranges = List.copyOf(ranges);
  }

  /** Number of offsets to read; some may hold no record. */
  public long offsets() {
    return ranges.stream().mapToLong(range -> range.to() - range.from()).sum();
  }

  /**
   * A run of offsets of one partition.
   *
   * @param partition the partition, as Kafka prints it
   * @param from first offset, inclusive
   * @param to last offset, exclusive; where the log ends now, if the replay has no end yet
   * @param cut how many records retention has deleted that the replay would have read
   */
  public record Range(TopicPartition partition, long from, long to, long cut) {
    public String source() {
      return partition.toString();
    }

    Range until(long end) {
      return new Range(partition, from, Math.max(from, end), cut);
    }
  }
}
