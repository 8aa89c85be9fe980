package io.bayou.stream;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.Refusals;
import io.bayou.model.RowSink;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.eval.PrequentialScore;
import java.io.ByteArrayOutputStream;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/**
 * What one task has learned from one partition of one labeled topic: folding that partition's log
 * again gives the same rows, bit for bit.
 */
final class Partial {
  private final String model;
  private final int version;
  private final String source;
  private final Learner learner;
  private final PrequentialScore score;
  private final PrequentialLearner rule;
  private final SortedMap<String, ModelStore.Slot> slots = new TreeMap<>();
  private final Map<Refusals.Reason, Long> leftOut = new EnumMap<>(Refusals.Reason.class);
  private final Map<String, Long> typeChanges = new HashMap<>();
  private long start;
  private long from = -1;
  private long to = -1;
  private long lost;
  private long time;
  private long unpublishedEvents;
  private boolean unstored;
  private boolean moved;
  private Extent published;
  private long nextPublication = Long.MIN_VALUE;

  /**
   * How much was learned: the offsets from one to another, except those that were lost, and the
   * number of examples.
   */
  record Extent(long from, long to, long lost, long examples) {
    SortedMap<String, OffsetRange> covered(String source) {
      return RowSlices.covered(source, from, to, lost);
    }
  }

  Partial(RowKeys key, Learner learner, PrequentialScore score) {
    model = key.model();
    version = key.version();
    source = key.source();
    this.learner = learner;
    this.score = score;
    rule = new PrequentialLearner(learner, score);
  }

  String source() {
    return source;
  }

  Learner learner() {
    return learner;
  }

  PrequentialScore score() {
    return score;
  }

  /** Where live learning begins. */
  long start() {
    return start;
  }

  void setStart(long offset) {
    start = offset;
  }

  /** How good the predictions of its events were. */
  Evaluation evaluation() {
    return new Evaluation(
        model,
        version,
        source,
        score.cumulative(),
        score.fading(),
        score.comparison(),
        score.served(),
        score.servedFading(),
        learner.refusals().typeChanges(),
        score.paired(),
        time);
  }

  /** First offset that was learned; -1 for none. */
  long from() {
    return from;
  }

  /** The offset after the last one that was learned. */
  long to() {
    return to;
  }

  /** Notes that it has learned; returns false if it has already since {@link #takeTo}. */
  boolean move() {
    boolean first = !moved;
    moved = true;
    return first;
  }

  /** As {@link #to}; whatever it has learned is known then. */
  long takeTo() {
    moved = false;
    return to;
  }

  long unpublishedEvents() {
    return unpublishedEvents;
  }

  Collection<ModelStore.Slot> slots() {
    return slots.values();
  }

  Extent extent() {
    return new Extent(from, to, lost, learner.examples());
  }

  /** What the latest publication covers; null before the first. */
  Extent published() {
    return published;
  }

  /** Whether there is something to publish, and enough time has passed since the last time. */
  boolean isDue(long now) {
    return unpublishedEvents > 0 && now >= nextPublication;
  }

  /**
   * Notes that everything was published.
   *
   * @param pauseMillis until the next publication
   */
  void published(long now, long pauseMillis) {
    published = extent();
    unpublishedEvents = 0;
    nextPublication = now + pauseMillis;
  }

  /**
   * Learns an event.
   *
   * @param serving the sum that answers it first
   */
  void learn(Example example, PrequentialLearner.Serving serving, long eventTime) {
    rule.learn(example, serving, eventTime);
  }

  /**
   * Notes that the event at this offset was learned.
   *
   * @return whether everything before it had been stored
   */
  boolean learned(long offset, long eventTime) {
    boolean stored = !unstored;
    time = Math.max(time, eventTime);
    from = from < 0 ? offset : from;
    to = offset + 1;
    unpublishedEvents++;
    unstored = true;
    return stored;
  }

  /** Hands over what the learner has left out since the last call. */
  void leftOut(ObjLongConsumer<Refusals.Reason> out) {
    learner
        .refusals()
        .asMap()
        .forEach(
            (reason, count) -> {
              Long reported = leftOut.put(reason, count);
              long more = count - (reported == null ? 0 : reported);
              if (more > 0) {
                out.accept(reason, more);
              }
            });
  }

  /** Hands over how many values of another type it has left out since the last call, by feature. */
  void typeChanges(ObjLongConsumer<String> out) {
    learner
        .refusals()
        .typeChanges()
        .forEach(
            (feature, count) -> {
              Long reported = typeChanges.put(feature, count);
              long more = count - (reported == null ? 0 : reported);
              if (more > 0) {
                out.accept(feature, more);
              }
            });
  }

  /** Whether the event at this offset was learned before. */
  boolean hasLearned(long offset) {
    return offset < to;
  }

  /** Keeps what was learned, but forgets the offsets: the log was replaced. */
  void startNewLog(ModelStore store) {
    relocate(-1, -1, store);
  }

  /** Keeps what was learned, but continues at this offset: the log has lost its end. */
  void cutLog(long end, ModelStore store) {
    relocate(Math.min(from, end), end, store);
  }

  /** Notes that offsets after the latest one were deleted before they could be learned. */
  void lose(long offsets, ModelStore store) {
    lost += offsets;
    store.putOffsets(offsetsKey(), from, to, lost);
    unpublishedEvents = Math.max(1, unpublishedEvents);
  }

  private void relocate(long newFrom, long newTo, ModelStore store) {
    restoreOffsets(newFrom, newTo, lost);
    store.putOffsets(offsetsKey(), from, to, lost);
    unpublishedEvents = Math.max(1, unpublishedEvents);
    nextPublication = Long.MIN_VALUE; // what was published covers offsets that are gone
  }

  /** Writes the rows that changed since the last call to the store. */
  void store(RowWriter writer, ModelStore store) {
    if (unstored) {
      RowSink sink = (row, content) -> put(row, writer.encode(content), store);
      learner.changedRows(sink);
      score.changedRows(sink);
      store.putOffsets(offsetsKey(), from, to, lost);
      unstored = false;
    }
  }

  private void put(String row, byte[] bytes, ModelStore store) {
    ModelStore.Slot slot = slot(row);
    slot.unpublished = true;
    store.put(slot, bytes);
  }

  /** Deletes its rows and offsets from the store. */
  void delete(ModelStore store) {
    slots.values().forEach(store::delete);
    store.deleteOffsets(offsetsKey());
    unstored = false;
  }

  private RowKeys offsetsKey() {
    return new RowKeys(model, version, source, RemotePartial.COVERAGE, 0);
  }

  private ModelStore.Slot slot(String row) {
    ModelStore.Slot slot = slots.get(row);
    if (slot == null) {
      slot = new ModelStore.Slot(new RowKeys(model, version, source, row, 0));
      slots.put(row, slot);
    }
    return slot;
  }

  /** Restores the offsets that were learned. */
  void restoreOffsets(long first, long end, long missing) {
    lost = missing;
    from = first;
    to = end;
  }

  /** Restores a stored row. */
  void restore(String row, ModelStore.Slice[] slices) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (ModelStore.Slice slice : slices) {
      bytes.writeBytes(slice.bytes());
    }
    RowReader reader = new RowReader(bytes.toByteArray());
    if (PrequentialScore.isRow(row)) {
      score.restore(row, reader);
    } else {
      learner.restore(reader);
    }
    reader.end();
    ModelStore.Slot slot = slot(row);
    slot.restored(slices.length);
    // The previous owner may have stopped before it was published.
    slot.unpublished = true;
    unpublishedEvents = Math.max(1, unpublishedEvents);
  }
}
