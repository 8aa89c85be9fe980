package io.bayou.replay;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.RowKeys;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.ProgressDeadline;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out where live learning of a version begins on every partition, so that a replay can end
 * exactly there.
 *
 * <p>A task that has learned events of the version publishes its first offset, and the replay ends
 * there. A task that knows the version but has had nothing to learn acknowledges it in every
 * interval ({@code Publisher.acknowledge}). If the group's committed offset is read between two
 * such acknowledgements, nothing before that offset was or will be learned live, and the replay
 * ends there. The same holds when no instance runs, because one that starts later reads the
 * definition first.
 */
final class LiveStarts implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(200);

  private final StreamGroup group;
  private final String modelVersion;
  private final Consumer<byte[], byte[]> snapshots;
  private final List<TopicPartition> snapshotPartitions;
  private final SnapshotCodec codec = new SnapshotCodec();

  private final Map<String, Long> learnedFrom = new HashMap<>();
  private final Map<String, ConsumerRecord<byte[], byte[]>> acknowledged = new HashMap<>();
  private final Map<String, Committed> committed = new HashMap<>();

  /** A committed offset, and where the snapshots topic ended right after it was read. */
  private record Committed(long offset, Map<TopicPartition, Long> snapshotEnds) {}

  LiveStarts(KafkaCluster cluster, StreamGroup group, String model, int version) {
    this.group = group;
    modelVersion = RowKeys.modelVersion(model, version);
    snapshots = new LogReader(cluster).consumer();
    snapshotPartitions =
        KafkaCluster.partitions(snapshots, List.of(cluster.config().topics().snapshots()));
    snapshots.assign(snapshotPartitions);
    snapshots.seekToBeginning(snapshotPartitions);
  }

  /**
   * Waits until the starts of all partitions are known.
   *
   * @param waiting told how many are still unknown
   * @throws ReplayException if they are not known in time
   */
  SortedMap<String, Long> await(
      Collection<TopicPartition> partitions, Duration limit, IntConsumer waiting)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    SortedMap<String, Long> starts = new TreeMap<>();
    while (true) {
      readSnapshots();
      boolean running = group.isRunning();
      if (!running) {
        readSnapshots(); // what was published until the last one stopped
      }
      for (TopicPartition partition : partitions) {
        decide(partition, running, starts);
      }
      if (starts.size() == partitions.size()) {
        return starts;
      }
      waiting.accept(partitions.size() - starts.size());
      if (System.nanoTime() - deadline > 0) {
        throw new ReplayException(
            ("no task of '%s' has started %s on %s within %d s; check the instances, then run the"
                    + " command again")
                .formatted(
                    group.id(), modelVersion, missing(partitions, starts), limit.toSeconds()));
      }
    }
  }

  private static List<TopicPartition> missing(
      Collection<TopicPartition> partitions, SortedMap<String, Long> starts) {
    return partitions.stream().filter(p -> !starts.containsKey(p.toString())).toList();
  }

  /* Reads to the end, however much is there. */
  private void readSnapshots() {
    Map<TopicPartition, Long> ends = snapshots.endOffsets(snapshotPartitions);
    ProgressDeadline deadline = new ProgressDeadline(ProgressDeadline.LIMIT);
    do {
      snapshots.poll(POLL).forEach(this::take);
      long reached = snapshotPartitions.stream().mapToLong(snapshots::position).sum();
      deadline.check(reached, () -> "records of " + snapshotPartitions);
    } while (ends.entrySet().stream()
        .anyMatch(end -> snapshots.position(end.getKey()) < end.getValue()));
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      RowKeys key = RowKeys.of(record.key());
      if (!key.modelVersion().equals(modelVersion) || record.value() == null) {
        return;
      }
      SnapshotRow row = codec.decode(record.value());
      acknowledged.put(key.source(), record);
      OffsetRange range = row.covered().get(key.source());
      if (range != null) {
        learnedFrom.put(key.source(), range.from());
      }
    } catch (BadRecordException e) {
      // Running instances report unreadable rows; here they are skipped.
      return;
    }
  }

  private void decide(TopicPartition partition, boolean running, SortedMap<String, Long> starts) {
    String source = partition.toString();
    if (learnedFrom.containsKey(source)) {
      starts.put(source, learnedFrom.get(source));
    } else if (!running) {
      starts.put(source, group.position(partition));
    } else if (acknowledged.containsKey(source) && !committed.containsKey(source)) {
      long offset = group.position(partition);
      committed.put(source, new Committed(offset, snapshots.endOffsets(snapshotPartitions)));
    } else if (committed.containsKey(source)
        && isAfter(committed.get(source), acknowledged.get(source))) {
      starts.put(source, committed.get(source).offset());
    }
  }

  private static boolean isAfter(Committed since, ConsumerRecord<byte[], byte[]> record) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    return record.offset() >= since.snapshotEnds().get(partition);
  }

  /** By source, the first offset that was learned live, as far as anything was. */
  Map<String, Long> learnedFrom() {
    readSnapshots();
    return learnedFrom;
  }

  @Override
  public void close() {
    snapshots.close();
  }
}
