package io.bayou.replay;

import io.bayou.model.Learner;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Scores;
import io.bayou.stream.ModelWriter;
import io.bayou.stream.RowKeys;
import io.bayou.stream.RowSlices;
import io.bayou.stream.SharedModels;
import io.bayou.stream.keyed.KeyedEvents;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The partial that a replay learns from one partition. It is published from time to time together
 * with the offsets that it covers; the next run resumes from there.
 */
final class BasePartial {
  private static final long CHECKPOINT_NANOS = Duration.ofSeconds(5).toNanos();

  private final String model;
  private final int version;
  private final LogReader log;
  private final ReplayPlan.Range range;
  private final ModelWriter writer;
  private final RowSlices rows;
  private final Trainee trainee;
  private final Fold fold;
  private final Optional<KeyedTrainee> keyed;
  private final KeyedEvents events;
  private long lastCheckpoint = System.nanoTime();
  private volatile long position;
  private boolean published;

  /**
   * @param range what is left to read
   * @param earlier what an earlier run has published
   */
  BasePartial(
      KafkaCluster cluster,
      String model,
      Version version,
      ReplayPlan.Range range,
      SharedModels earlier,
      ModelWriter writer) {
    this.model = model;
    this.version = version.number();
    if (version.spec().scope().isPresent() && cluster.config().topics().keyed().isEmpty()) {
      throw new ReplayException(
          "model '" + model + "' has a scope; set keyed.enabled=true for all instances");
    }
    log = new LogReader(cluster);
    this.range = range;
    this.writer = writer;
    String base = RowKeys.base(range.source());
    rows = new RowSlices(model, version.number(), version.spec(), base);
    Learner start = earlier.published(model, version.number(), version.spec(), base);
    trainee = new Trainee(start);
    earlier.scoresInto(trainee.score(), model, version.number(), base);
    events = writer.keyedEvents();
    keyed =
        version
            .spec()
            .scope()
            .map(
                scope ->
                    new KeyedTrainee(trainee, model, version.number(), range.source(), events));
    fold = new Fold(cluster.config(), model, List.of(keyed.isPresent() ? keyed.get() : trainee));
    position =
        covered(earlier, model, version.number(), range.source())
            .map(OffsetRange::to)
            .orElse(range.from());
  }

  /** The plan with the starts of an earlier run, which cannot be chosen again. */
  static ReplayPlan resumed(
      ReplayPlan plan, SharedModels published, String model, Version version) {
    List<ReplayPlan.Range> ranges = new ArrayList<>();
    for (ReplayPlan.Range range : plan.ranges()) {
      long from =
          covered(published, model, version.number(), range.source())
              .map(OffsetRange::from)
              .orElse(range.from());
      ranges.add(new ReplayPlan.Range(range.partition(), from, range.to(), range.cut()));
    }
    return new ReplayPlan(ranges);
  }

  private static Optional<OffsetRange> covered(
      SharedModels published, String model, int version, String source) {
    return published.published(model, version).stream()
        .filter(row -> row.source().equals(RowKeys.base(source)))
        .map(SnapshotRow::covered)
        .flatMap(covered -> Optional.ofNullable(covered.get(source)).stream())
        .findFirst();
  }

  String source() {
    return range.source();
  }

  /** How many offsets of the range are done, by this run or an earlier one. */
  long done() {
    return position - range.from();
  }

  RecordCounts counts() {
    return fold.counts();
  }

  /** Whether neither this run nor an earlier one has learned anything. */
  boolean isEmpty() {
    return trainee.learner().examples() == 0;
  }

  /** Learns everything before an offset, and publishes it. */
  void replayTo(long end, LongConsumer progress) {
    if (published && position >= end) {
      return;
    }
    log.read(
        range.partition(),
        position,
        end,
        this::learn,
        reached -> {
          position = reached;
          progress.accept(reached);
          if (System.nanoTime() - lastCheckpoint > CHECKPOINT_NANOS) {
            publish();
          }
        });
    publish();
  }

  private void learn(ConsumerRecord<byte[], byte[]> record) {
    keyed.ifPresent(trainee -> trainee.begin(record));
    fold.add(record);
  }

  private Evaluation evaluation() {
    return new Evaluation(
        model,
        version,
        RowKeys.base(range.source()),
        trainee.score().cumulative(),
        Scores.empty(), // fading scores describe the present; the stream keeps them
        Comparison.NONE,
        fold.time());
  }

  /** Publishes what was learned so far, with its offsets. */
  void publish() {
    synchronized (writer) {
      events.send();
      rows.changed(
          trainee.learner(),
          trainee.score(),
          RowSlices.covered(range.source(), range.from(), position),
          writer::publish);
      writer.publish(evaluation());
      writer.commit();
    }
    published = true;
    lastCheckpoint = System.nanoTime();
  }
}
