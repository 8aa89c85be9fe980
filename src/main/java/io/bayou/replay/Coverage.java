package io.bayou.replay;

import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.replay.Verification.Finding;
import io.bayou.replay.Verification.Verdict;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds events of a version that the stream has passed but that no source covers. Comparing the
 * sources cannot find them.
 */
final class Coverage {
  private final KafkaCluster cluster;
  private final String model;
  private final Version version;
  private final List<Extent> extents = new ArrayList<>();
  private final Map<Stretch, Events> scanned = new HashMap<>();

  /**
   * The log of a partition.
   *
   * @param first the oldest offset that is kept
   * @param end where it ends
   * @param passed how far the stream has committed; the end if it has committed nothing
   */
  private record Extent(
      TopicPartition partition, long first, long end, long passed, boolean isCommitted) {
    String source() {
      return partition.toString();
    }
  }

  private record Stretch(TopicPartition partition, long from, long to) {}

  /** Events for the model in a range of offsets, and how many of them are older than the model. */
  private record Events(long missed, long older) {}

  /** Reads the committed offsets. Read what was published only after this. */
  Coverage(
      KafkaCluster cluster,
      StreamGroup group,
      Collection<TopicPartition> partitions,
      String model,
      Version version) {
    this.cluster = cluster;
    this.model = model;
    this.version = version;
    Map<TopicPartition, OffsetAndMetadata> committed = group.committed(partitions);
    Map<TopicPartition, Long> first = group.offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> end = group.offsets(partitions, OffsetSpec.latest());
    for (TopicPartition partition : partitions) {
      OffsetAndMetadata position = committed.get(partition);
      long last = end.get(partition);
      long passed = position == null ? last : position.offset();
      extents.add(new Extent(partition, first.get(partition), last, passed, position != null));
    }
  }

  /** The ranges that the stream has passed but no source covers. */
  List<Finding> gaps(SharedModels published) {
    Map<String, OffsetRange> covered = new HashMap<>();
    for (SnapshotRow row : published.published(model, version.number())) {
      row.covered().values().forEach(range -> covered.put(row.source(), range));
    }
    List<Finding> gaps = new ArrayList<>();
    for (Extent extent : extents) {
      Optional<OffsetRange> base = Optional.ofNullable(covered.get(RowKeys.base(extent.source())));
      Optional<OffsetRange> live = Optional.ofNullable(covered.get(extent.source()));
      gaps(extent, base, live, gaps);
    }
    return gaps;
  }

  private void gaps(
      Extent extent, Optional<OffsetRange> base, Optional<OffsetRange> live, List<Finding> gaps) {
    Long start = version.startOffsets().get(extent.source());
    long from = Math.max(extent.first(), start == null ? 0 : start);
    if (start != null) { // the replay learns what lies before
      long replayed = base.map(OffsetRange::to).orElse(0L);
      gap(extent, Math.max(extent.first(), replayed), start, Verdict.NOT_COVERED, gaps);
    } else if (extent.first() > 0 && live.map(r -> r.from() >= extent.first()).orElse(true)) {
      gaps.add(deleted(extent));
    }
    if (live.isPresent()) {
      gap(extent, from, live.get().from(), Verdict.NOT_COVERED, gaps);
      if (extent.isCommitted() && learns()) {
        gap(extent, live.get().to(), extent.passed(), Verdict.NOT_PUBLISHED, gaps);
      }
    } else if (learns()) {
      gap(extent, from, extent.passed(), Verdict.NOT_PUBLISHED, gaps);
    }
  }

  /* A retired version stops learning after some time. */
  private boolean learns() {
    long retiredBefore =
        System.currentTimeMillis() - cluster.config().models().retiredRetentionMillis();
    return version.state() != State.RETIRED || version.changedAt() >= retiredBefore;
  }

  private void gap(Extent extent, long from, long end, Verdict verdict, List<Finding> gaps) {
    long to = Math.min(end, extent.end()); // the offsets may belong to a deleted topic
    if (from >= to) {
      return;
    }
    Stretch stretch = new Stretch(extent.partition(), from, to);
    Events events = scanned.computeIfAbsent(stretch, this::scan);
    OffsetRange range = new OffsetRange(from, to);
    if (events.missed() > 0) {
      gaps.add(new Finding(extent.source(), range, events.missed(), verdict, reason(verdict)));
    } else if (events.older() > 0) {
      gaps.add(new Finding(extent.source(), range, events.older(), Verdict.OLDER, ""));
    }
  }

  private String reason(Verdict verdict) {
    return verdict == Verdict.NOT_COVERED
        ? "it was created after them, or has lost them; 'bayou retrain "
            + model
            + "' trains a version on the whole log"
        : "";
  }

  private static Finding deleted(Extent extent) {
    OffsetRange range = new OffsetRange(0, extent.first());
    String detail =
        String.format(Locale.ROOT, "retention has deleted the log before offset %,d", range.to());
    return new Finding(extent.source(), range, 0, Verdict.DELETED, detail);
  }

  /* A version without start offsets began with the first event after its creation. The default
   * model is created by its first event, so none of its events can be older. */
  private Events scan(Stretch stretch) {
    boolean began = version.startOffsets().containsKey(stretch.partition().toString());
    long since =
        began || cluster.config().models().createsOnFirstEvent(model) ? 0 : version.createdAt();
    Fold fold = new Fold(cluster.config(), model, List.of(new Trainee(version.spec())));
    long[] older = {0};
    new LogReader(cluster)
        .read(
            stretch.partition(),
            stretch.from(),
            stretch.to(),
            record -> older[0] += fold.add(record) && record.timestamp() < since ? 1 : 0,
            position -> {});
    return new Events(fold.counts().learned() - older[0], older[0]);
  }
}
