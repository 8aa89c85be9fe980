package io.bayou.replay;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.ModelFollower;
import io.bayou.stream.RowKeys;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Folds the log again and compares the result with what was published, bit for bit. Also looks for
 * events that the model should have learned but that no published source covers.
 */
public final class Verification {
  private static final Duration PUBLICATION_LIMIT = Duration.ofSeconds(30);
  private static final Duration PUBLICATION_POLL = Duration.ofMillis(500);

  private final KafkaCluster cluster;
  private final ModelFollower follower;
  private final SharedModels published;
  private final ModelDefinition definition;
  private final String model;
  private final Version version;
  private final AtomicReference<RecordCounts> counts = new AtomicReference<>(RecordCounts.NONE);

  /**
   * @param follower has read the definition
   */
  public Verification(
      KafkaCluster cluster, ModelFollower follower, ModelDefinition definition, Version version) {
    this.cluster = cluster;
    this.follower = follower;
    this.published = follower.models();
    this.definition = definition;
    this.model = definition.name();
    this.version = version;
  }

  /** The verdict on a source, or on a range of offsets that is in no source. */
  public enum Verdict {
    /** Equal to the last bit. */
    EQUAL(true, true),
    /** Different from the log. */
    DIFFERENT(true, false),
    /** Retention has deleted records that were learned. */
    CUT(true, false),
    /** The log is not the one that was learned from. */
    GONE(true, false),
    /** Learned from no log: an imported model. */
    IMPORTED(true, true),
    /** The stream has passed events for the model without learning them. */
    NOT_COVERED(false, false),
    /** The stream has passed events for the model, but published nothing about them. */
    NOT_PUBLISHED(false, false),
    /** Events for the model that came before it was created. */
    OLDER(false, true),
    /** The records before the first one that was learned are deleted, so it cannot be checked. */
    DELETED(false, true);

    private final boolean ofSource;
    private final boolean sound;

    Verdict(boolean ofSource, boolean sound) {
      this.ofSource = ofSource;
      this.sound = sound;
    }

    /** Whether the model passes. */
    public boolean isSound() {
      return sound;
    }

    /** Whether a source was compared; otherwise the verdict is about offsets in no source. */
    public boolean isOfSource() {
      return ofSource;
    }
  }

  /**
   * The finding for one source, or for a range of offsets that is in none.
   *
   * @param covered the offsets that were compared, or are missing
   * @param examples how many were learned, or are missing
   * @param detail what differs first, or why it could not be compared; may be empty
   */
  public record Finding(
      String source, OffsetRange covered, long examples, Verdict verdict, String detail) {}

  /** Told about the progress. */
  public interface Listener {
    void progress(long done, long total);

    /** Waits for what was learned but is not published yet. */
    void waiting();
  }

  /**
   * @throws ReplayException if nothing in the log is meant for the model
   */
  public List<Finding> run(int parallel, Listener listener) throws InterruptedException {
    List<Finding> findings = new ArrayList<>(gaps(listener));
    List<SnapshotRow> sources =
        published.published(model, version.number()).stream()
            .filter(row -> !row.covered().isEmpty() || RowKeys.isBase(row.source()))
            .toList();
    long total = sources.stream().mapToLong(Verification::offsets).sum();
    AtomicLong done = new AtomicLong();
    List<Callable<Finding>> tasks = new ArrayList<>();
    for (SnapshotRow source : sources) {
      tasks.add(() -> verify(source, step -> report(listener, done.addAndGet(step), total)));
    }
    findings.addAll(0, ReplayWorkers.run(parallel, tasks));
    counts.get().requireExamples(cluster.config(), model);
    return findings;
  }

  /* A running instance soon publishes what it has committed; in training there may be gaps. */
  private List<Finding> gaps(Listener listener) throws InterruptedException {
    if (version.state() == State.TRAINING) {
      return List.of();
    }
    try (StreamGroup group = new StreamGroup(cluster)) {
      List<TopicPartition> partitions =
          new ReplayPlanner(cluster, group).partitions(definition, published);
      Coverage coverage = new Coverage(cluster, group, partitions, model, version);
      long start = System.nanoTime();
      while (true) {
        follower.catchUp();
        List<Finding> gaps = coverage.gaps(published);
        boolean awaited = gaps.stream().anyMatch(gap -> gap.verdict() == Verdict.NOT_PUBLISHED);
        boolean isLate = System.nanoTime() - start > publicationLimit().toNanos();
        if (!awaited || isLate || !group.isRunning()) {
          return gaps;
        }
        listener.waiting();
        Thread.sleep(PUBLICATION_POLL.toMillis());
      }
    }
  }

  /* A large source is published less often. Its rows are sent with keys and headers: together they take
   * less than twice the room. */
  private Duration publicationLimit() {
    long bytes = published.largest(model, version.number());
    long bytesPerSecond = cluster.config().stream().snapshotBytesPerSecond();
    return PUBLICATION_LIMIT.plusSeconds(2 * bytes / bytesPerSecond);
  }

  private static synchronized void report(Listener listener, long done, long total) {
    listener.progress(done, total);
  }

  private static long offsets(SnapshotRow row) {
    return row.covered().values().stream().mapToLong(range -> range.to() - range.from()).sum();
  }

  private Finding verify(SnapshotRow source, LongConsumer steps) {
    if (source.covered().isEmpty()) {
      return finding(source, new OffsetRange(0, 0), Verdict.IMPORTED, "");
    }
    Map.Entry<String, OffsetRange> covered = source.covered().entrySet().iterator().next();
    TopicPartition partition = partition(covered.getKey());
    OffsetRange range = covered.getValue();
    if (source.examples() > range.to() - range.from()) {
      String more = "there are fewer records than examples: was the topic re-created?";
      return finding(source, range, Verdict.GONE, more);
    }
    LogReader log = new LogReader(cluster);
    Optional<String> shortfall = log.shortfall(partition, range.to());
    if (shortfall.isPresent()) {
      return finding(source, range, Verdict.GONE, shortfall.get());
    }
    Trainee trainee = new Trainee(version.spec());
    try {
      fold(log, partition, range, trainee, steps);
    } catch (ReplayException e) {
      return finding(source, range, Verdict.CUT, e.getMessage());
    }
    return compare(source, range, trainee.learner());
  }

  private void fold(
      LogReader log,
      TopicPartition partition,
      OffsetRange range,
      Trainee trainee,
      LongConsumer steps) {
    Fold fold = new Fold(cluster.config(), model, List.of(trainee));
    long[] last = {range.from()};
    log.read(
        partition,
        range.from(),
        range.to(),
        fold::add,
        position -> {
          steps.accept(position - last[0]);
          last[0] = position;
        });
    counts.accumulateAndGet(fold.counts(), RecordCounts::plus);
  }

  private static Finding finding(
      SnapshotRow source, OffsetRange range, Verdict verdict, String detail) {
    return new Finding(source.source(), range, source.examples(), verdict, detail);
  }

  private Finding compare(SnapshotRow source, OffsetRange range, Learner folded) {
    Learner stored = published.published(model, version.number(), version.spec(), source.source());
    String detail = difference(stored, folded);
    return finding(source, range, detail.isEmpty() ? Verdict.EQUAL : Verdict.DIFFERENT, detail);
  }

  /** The first difference between two learners; empty if there is none. */
  private static String difference(Learner stored, Learner folded) {
    SortedMap<String, byte[]> left = rows(stored);
    SortedMap<String, byte[]> right = rows(folded);
    SortedMap<String, byte[]> all = new TreeMap<>(left);
    all.putAll(right);
    for (String row : all.keySet()) {
      if (!Arrays.equals(left.get(row), right.get(row))) {
        return ModelDifferences.between(stored, folded).stream()
            .findFirst()
            .map(d -> d.what() + ": published is " + d.one() + ", the log says " + d.other())
            .orElse("row '" + row + "' differs");
      }
    }
    return "";
  }

  private static SortedMap<String, byte[]> rows(Learner learner) {
    SortedMap<String, byte[]> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows((row, content) -> rows.put(row, writer.encode(content)));
    return rows;
  }

  private static TopicPartition partition(String name) {
    int dash = name.lastIndexOf('-');
    return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
  }
}
