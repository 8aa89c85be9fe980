package io.bayou.stream;

import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.stream.sum.Generation;
import io.bayou.stream.sum.PublishedRow;
import io.bayou.stream.sum.RowChanges;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * What a partition has published of one model. Rows arrive one by one; together with the coverage
 * row that closes them they are one generation, a state that the source has been in. Until then the
 * former generation is shown. Rows stay encoded: a decoded text model takes several times their
 * room, and there is one for each partition.
 *
 * <p>One thread takes rows in. Any thread may ask for what is shown, and waits for nobody.
 */
final class RemotePartial {
  /** The row that closes a generation and says what the source covers; also a heartbeat. */
  static final String COVERAGE = "coverage";

  /**
   * What is shown.
   *
   * @param coverage the latest coverage row; null before the first generation is complete
   * @param revision changes with every generation; 0 before the first
   */
  private record Shown(
      Generation generation, List<PublishedRow> scores, SnapshotRow coverage, long revision) {
    static final Shown NOTHING = new Shown(Generation.NOTHING, List.of(), null, 0);

    Shown with(SnapshotRow latest) {
      return new Shown(generation, scores, latest, revision);
    }

    Shown with(SnapshotRow latest, RowChanges rowChanges, RowChanges scoreChanges, long next) {
      return new Shown(
          new Generation(rowChanges.applyTo(generation.rows()), latest.covered()),
          scoreChanges.applyTo(scores),
          latest,
          next);
    }

    Shown without(PublishedRow damaged) {
      return new Shown(generation.without(damaged), scores, coverage, revision);
    }
  }

  private final LongSupplier revisions;

  /** Slices of every row that is published, by its number of slices. */
  private final Map<String, Integer> published = new HashMap<>();

  /* The generation that is arriving. */
  private final Map<String, SnapshotRow[]> arriving = new HashMap<>();
  private final Set<String> leaving = new HashSet<>();

  private final AtomicReference<Shown> shown = new AtomicReference<>(Shown.NOTHING);
  private volatile boolean hasRows;

  /**
   * @param revisions numbers that were never given before
   */
  RemotePartial(LongSupplier revisions) {
    this.revisions = revisions;
  }

  void take(SnapshotRow row) {
    if (row.row().equals(COVERAGE)) {
      closeGeneration(row);
      return;
    }
    published.put(row.row(), row.parts());
    hasRows = true;
    leaving.remove(row.row());
    SnapshotRow[] slices = arriving.get(row.row());
    if (slices == null || slices.length != row.parts()) {
      slices = new SnapshotRow[row.parts()];
      arriving.put(row.row(), slices);
    }
    slices[row.part()] = row;
  }

  /** Handles a tombstone; that of the coverage row removes everything. */
  void remove(RowKeys key) {
    if (key.row().equals(COVERAGE)) {
      clear();
    } else if (published.getOrDefault(key.row(), 0) > key.part()) {
      published.remove(key.row());
      arriving.remove(key.row());
      leaving.add(key.row());
    } // else the row has shrunk, and this is a slice that it no longer has
    hasRows = !published.isEmpty();
  }

  private void clear() {
    published.clear();
    arriving.clear();
    leaving.clear();
    shown.set(new Shown(Generation.NOTHING, List.of(), null, revisions.getAsLong()));
  }

  private void closeGeneration(SnapshotRow coverage) {
    if (arriving.isEmpty() && leaving.isEmpty()) {
      shown.updateAndGet(before -> before.with(coverage));
      return;
    }
    RowChanges rows = new RowChanges();
    RowChanges scores = new RowChanges();
    leaving.forEach(row -> changed(row, rows, scores).remove(row));
    arriving.forEach(
        (row, slices) ->
            changed(row, rows, scores).put(PublishedRow.of(slices, coverage.specHash())));
    arriving.clear();
    leaving.clear();
    long revision = revisions.getAsLong();
    shown.updateAndGet(before -> before.with(coverage, rows, scores, revision));
  }

  private static RowChanges changed(String row, RowChanges rows, RowChanges scores) {
    return PrequentialScore.isRow(row) ? scores : rows;
  }

  /**
   * Every published row with its number of slices, including the coverage row. For the thread that
   * takes rows in.
   */
  Map<String, Integer> rows() {
    Map<String, Integer> all = new TreeMap<>(published);
    all.put(COVERAGE, 1);
    return all;
  }

  /** Whether it has neither rows nor a heartbeat. For the thread that takes rows in. */
  boolean isEmpty() {
    return published.isEmpty() && coverage() == null;
  }

  /** Restores the scores that a replay has published with its rows. */
  void scoresInto(PrequentialScore score) {
    shown.get().scores().forEach(row -> score.restore(row.name(), row.reader()));
  }

  /** Whether it has published rows, not only a heartbeat. */
  boolean hasRows() {
    return hasRows;
  }

  /** Changes with every generation; 0 before the first. */
  long revision() {
    return shown.get().revision();
  }

  /** The latest coverage row; null before the first generation is complete. */
  SnapshotRow coverage() {
    return shown.get().coverage();
  }

  /** The generation that is shown; the same object as long as it is the same generation. */
  Generation generation() {
    return shown.get().generation();
  }

  /** Leaves a row out until its source publishes it again. */
  void leaveOut(PublishedRow damaged) {
    shown.updateAndGet(before -> before.without(damaged));
  }
}
