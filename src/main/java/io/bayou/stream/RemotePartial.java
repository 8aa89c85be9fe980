package io.bayou.stream;

import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.stream.sum.Generation;
import io.bayou.stream.sum.PublishedRow;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * What a partition has published of one model. Rows arrive one by one; together with the coverage
 * row that closes them they are one generation, a state that the source has been in. Until then the
 * former generation is shown. Rows stay encoded: a decoded text model takes several times their
 * room, and there is one for each partition. Guarded by {@link SharedModels}.
 */
final class RemotePartial {
  /** The row that closes a generation and says what the source covers; also a heartbeat. */
  static final String COVERAGE = "coverage";

  private final LongSupplier revisions;

  /** Slices of every row that is published, by its number of slices. */
  private final Map<String, Integer> published = new HashMap<>();

  /* The generation that is arriving. */
  private final Map<String, SnapshotRow[]> arriving = new HashMap<>();
  private final Set<String> leaving = new HashSet<>();

  /* The generation that is shown. */
  private final SortedMap<String, PublishedRow> rows = new TreeMap<>();
  private final SortedMap<String, PublishedRow> scores = new TreeMap<>();
  private Generation generation; // null: the rows have changed
  private SnapshotRow coverage;
  private long revision;

  /**
   * @param revisions numbers that were never given before
   */
  RemotePartial(LongSupplier revisions) {
    this.revisions = revisions;
  }

  void take(SnapshotRow row) {
    if (row.row().equals(COVERAGE)) {
      coverage = row;
      closeGeneration();
      return;
    }
    published.put(row.row(), row.parts());
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
  }

  private void clear() {
    published.clear();
    arriving.clear();
    leaving.clear();
    rows.clear();
    scores.clear();
    coverage = null;
    generation = null;
    revision = revisions.getAsLong();
  }

  private void closeGeneration() {
    if (arriving.isEmpty() && leaving.isEmpty()) {
      return;
    }
    rows.keySet().removeAll(leaving);
    scores.keySet().removeAll(leaving);
    arriving.forEach(
        (row, slices) ->
            (PrequentialScore.isRow(row) ? scores : rows)
                .put(row, PublishedRow.of(slices, coverage.specHash())));
    arriving.clear();
    leaving.clear();
    generation = null;
    revision = revisions.getAsLong();
  }

  /** Every published row with its number of slices, including the coverage row. */
  Map<String, Integer> rows() {
    Map<String, Integer> all = new TreeMap<>(published);
    all.put(COVERAGE, 1);
    return all;
  }

  /** Restores the scores that a replay has published with its rows. */
  void scoresInto(PrequentialScore score) {
    scores.forEach((name, row) -> score.restore(name, row.reader()));
  }

  /** Whether it has neither rows nor a heartbeat. */
  boolean isEmpty() {
    return published.isEmpty() && coverage == null;
  }

  /** Whether it has published rows, not only a heartbeat. */
  boolean hasRows() {
    return !published.isEmpty();
  }

  /** Changes with every generation; 0 before the first. */
  long revision() {
    return revision;
  }

  /** The latest coverage row; null before the first generation is complete. */
  SnapshotRow coverage() {
    return coverage;
  }

  /** The generation that is shown; the same object as long as it is the same generation. */
  Generation generation() {
    if (generation == null) {
      generation = new Generation(List.copyOf(rows.values()), covered());
    }
    return generation;
  }

  private SortedMap<String, OffsetRange> covered() {
    return coverage == null ? Collections.emptySortedMap() : coverage.covered();
  }

  /** How many bytes the rows take that are shown. */
  long bytes() {
    return rows.values().stream().mapToLong(PublishedRow::size).sum();
  }

  /** Leaves a row out until its source publishes it again. */
  void leaveOut(PublishedRow damaged) {
    rows.remove(damaged.name(), damaged);
    generation = null;
  }
}
