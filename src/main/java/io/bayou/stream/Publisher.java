package io.bayou.stream;

import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.EvaluationParts;
import io.bayou.codec.state.RowWriter;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialScore;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Publishes what a task has learned: state, not deltas, so that a repeated record does no harm. */
final class Publisher {
  private static final byte[] NOTHING = {};

  /* Half a message for the cells of a confusion matrix; the sums take up less than a kilobyte. */
  static final int EVALUATION_BYTES = 500 << 10;

  private final ProcessorContext<byte[], byte[]> context;
  private final ModelStore store;
  private final RowWriter writer;
  private final Activity activity;
  private final long bytesPerSecond;
  private final SnapshotCodec codec = new SnapshotCodec();
  private final EvaluationCodec evaluations = new EvaluationCodec();
  private final Map<String, Latest> latest = new HashMap<>();
  private long bytes; // of everything so far

  /** The latest publication of a source. */
  private record Latest(LiveModel model, Partial partial, long time) {}

  Publisher(
      ProcessorContext<byte[], byte[]> context,
      ModelStore store,
      RowWriter writer,
      Activity activity,
      long bytesPerSecond) {
    this.context = context;
    this.store = store;
    this.writer = writer;
    this.activity = activity;
    this.bytesPerSecond = bytesPerSecond;
  }

  /**
   * Publishes the rows of a partial that changed since the last publication, and closes the
   * generation with a coverage row, even if no row has changed. The more it publishes, the later is
   * the partial due again.
   */
  void publish(LiveModel model, Partial partial, long now) {
    long before = bytes;
    partial.store(writer, store);
    boolean scored = false;
    for (ModelStore.Slot slot : partial.slots()) {
      if (slot.unpublished) {
        if (PrequentialScore.isRow(slot.row)) {
          scored = true;
        } else {
          publish(model, partial, slot, now);
        }
        slot.published();
      }
    }
    if (scored) {
      publishEvaluation(partial, now);
    }
    publishCoverage(model, partial, partial.extent(), now);
    partial.published(now, 1_000 * (bytes - before) / bytesPerSecond);
    latest.put(partial.source(), new Latest(model, partial, now));
  }

  private void publish(LiveModel model, Partial partial, ModelStore.Slot slot, long now) {
    for (int i = 0; i < slot.slices(); i++) {
      byte[] content = store.get(slot, i).bytes();
      SnapshotRow row = row(model, partial, partial.extent(), slot.row, i, slot.slices(), content);
      forward(row, now);
    }
    for (int i = slot.slices(); i < slot.publishedSlices(); i++) {
      tombstone(key(model, partial, slot.row, i), now);
    }
    activity.countPublishedRows(slot.slices());
  }

  private void publishEvaluation(Partial partial, long now) {
    int part = 0;
    for (Evaluation each : EvaluationParts.of(partial.evaluation(), EVALUATION_BYTES)) {
      EvaluationKey key = new EvaluationKey(each.model(), each.version(), each.source(), part++);
      forward(key.toBytes(), evaluations.encode(each), now, LearningTopology.EVALUATIONS);
    }
  }

  /**
   * Publishes a coverage row again for each source that has been silent for this long. One stands
   * for all models that learn from the source: what they had to say was published.
   */
  void heartbeat(Collection<LiveModel> models, long silentMillis, long now) {
    latest.replaceAll((source, last) -> last.model().isClosed() ? other(models, last) : last);
    latest.replaceAll((source, last) -> now - last.time() > silentMillis ? beat(last, now) : last);
  }

  private Latest beat(Latest last, long now) {
    if (!last.model().isClosed()) {
      publishCoverage(last.model(), last.partial(), last.partial().published(), now);
    }
    return new Latest(last.model(), last.partial(), now);
  }

  /* Of another model with something published from the same source, if there is one. */
  private static Latest other(Collection<LiveModel> models, Latest last) {
    for (LiveModel model : models) {
      Partial partial = model.partialOf(last.partial().source());
      if (partial != null && partial.published() != null) {
        return new Latest(model, partial, last.time());
      }
    }
    return last;
  }

  private void publishCoverage(LiveModel model, Partial partial, Partial.Extent covered, long now) {
    forward(row(model, partial, covered, RemotePartial.COVERAGE, 0, 1, NOTHING), now);
  }

  /**
   * Acknowledges, after everything that was learned until now, that a version learns from the next
   * event of a source on.
   */
  void acknowledge(LiveModel model, String source, long now) {
    Partial partial = model.partialOf(source);
    if (partial != null && partial.from() >= 0) {
      publish(model, partial, now);
      return;
    }
    model.acknowledged().add(source);
    forward(
        new SnapshotRow(
            model.name(),
            model.version(),
            model.specHash(),
            source,
            RemotePartial.COVERAGE,
            0,
            1,
            Collections.emptySortedMap(),
            0,
            NOTHING),
        now);
  }

  /** Deletes everything that was stored and published for a model. */
  void withdraw(LiveModel model, long now) {
    for (String source : model.acknowledged()) {
      RowKeys key = new RowKeys(model.name(), model.version(), source, RemotePartial.COVERAGE, 0);
      tombstone(key, now);
    }
    for (Partial partial : model.partials()) {
      tombstone(key(model, partial, RemotePartial.COVERAGE, 0), now);
      for (ModelStore.Slot slot : partial.slots()) {
        if (!PrequentialScore.isRow(slot.row)) {
          for (int i = 0; i < slot.slices(); i++) {
            tombstone(key(model, partial, slot.row, i), now);
          }
        }
      }
      partial.delete(store);
      withdrawEvaluation(partial, now);
    }
  }

  private void withdrawEvaluation(Partial partial, long now) {
    Evaluation evaluation = partial.evaluation();
    int parts = EvaluationParts.of(evaluation, EVALUATION_BYTES).size();
    for (int part = 0; part < parts; part++) {
      EvaluationKey key =
          new EvaluationKey(evaluation.model(), evaluation.version(), evaluation.source(), part);
      context.forward(new Record<>(key.toBytes(), null, now), LearningTopology.EVALUATIONS);
    }
  }

  private static SnapshotRow row(
      LiveModel model,
      Partial partial,
      Partial.Extent covered,
      String row,
      int part,
      int parts,
      byte[] content) {
    return new SnapshotRow(
        model.name(),
        model.version(),
        model.specHash(),
        partial.source(),
        row,
        part,
        parts,
        covered.covered(partial.source()),
        covered.examples(),
        content);
  }

  private static RowKeys key(LiveModel model, Partial partial, String row, int part) {
    return new RowKeys(model.name(), model.version(), partial.source(), row, part);
  }

  private void forward(SnapshotRow row, long now) {
    RowKeys key = new RowKeys(row.model(), row.version(), row.source(), row.row(), row.part());
    forward(key.toBytes(), codec.encode(row), now, LearningTopology.SNAPSHOTS);
  }

  private void forward(byte[] key, byte[] value, long now, String sink) {
    bytes += key.length + value.length;
    activity.countPublishedBytes(key.length + value.length);
    context.forward(new Record<>(key, value, now), sink);
  }

  private void tombstone(RowKeys key, long now) {
    context.forward(new Record<>(key.toBytes(), null, now), LearningTopology.SNAPSHOTS);
  }
}
