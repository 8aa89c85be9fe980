package io.bayou.stream.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Records that Kafka deleted before they were read. Consumers find the gaps, tasks take them over
 * and tell how large they are. Safe for all threads.
 */
public final class LostRecords {
  /** Where the consumer would have continued is not known. */
  public static final long UNKNOWN = -1;

  /**
   * A gap in what was read.
   *
   * @param from first offset that was not read, or {@link #UNKNOWN}
   * @param to first offset that is there
   */
  public record Gap(TopicPartition partition, long from, long to) {
    /** How many offsets it has. */
    public long size() {
      return to - from;
    }

    @Override
    public String toString() {
      return "offsets " + from + " to " + (to - 1) + " of " + partition;
    }
  }

  private final List<Gap> found = new ArrayList<>();
  private final SortedMap<String, Long> byTopic = new TreeMap<>();
  private volatile boolean any;
  private String latest = "";

  /** A consumer has found a gap. */
  public synchronized void found(Gap gap) {
    found.add(gap);
    any = true;
  }

  /** Whether gaps were found that no task has taken over. */
  public boolean any() {
    return any;
  }

  /** Takes over the gaps of some partitions. */
  public synchronized List<Gap> take(Collection<TopicPartition> partitions) {
    List<Gap> taken = new ArrayList<>();
    for (Gap gap : found) {
      if (partitions.contains(gap.partition())) {
        taken.add(gap);
      }
    }
    found.removeAll(taken);
    any = !found.isEmpty();
    return taken;
  }

  /** Counts a gap. */
  public synchronized void count(Gap gap) {
    byTopic.merge(gap.partition().topic(), gap.size(), Long::sum);
    latest = gap.toString();
  }

  /** By topic, how many offsets were lost. */
  public synchronized SortedMap<String, Long> byTopic() {
    return Collections.unmodifiableSortedMap(new TreeMap<>(byTopic));
  }

  /** The latest gap, in words; empty if there was none. */
  public synchronized String latest() {
    return latest;
  }
}
