package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What another partition has published of one model. Rows arrive one by one; together with the
 * coverage row that closes them they are one generation, a state that the source has been in. Until
 * then the former generation is shown. Guarded by {@link SharedModels}.
 */
final class RemotePartial {
  private static final Logger log = LoggerFactory.getLogger(RemotePartial.class);

  /** The row that closes a generation and says what the source covers; also a heartbeat. */
  static final String COVERAGE = "coverage";

  /** Slices of every row that is published, by its number of slices. */
  private final Map<String, Integer> published = new HashMap<>();

  /* The generation that is arriving. */
  private final Map<String, SnapshotRow[]> arriving = new HashMap<>();
  private final Set<String> leaving = new HashSet<>();

  /* The generation that is shown: a learner, and rows that it has not taken in yet. */
  private final SortedMap<String, SnapshotRow[]> pending = new TreeMap<>();
  private final SortedMap<String, SnapshotRow[]> scores = new TreeMap<>();
  private Learner learner;
  private SnapshotRow coverage;
  private long revision;

  private long time;
  private String specHash;

  void take(SnapshotRow row, long publishedAt) {
    time = Math.max(time, publishedAt);
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

  /** Takes in a tombstone; that of the coverage row takes everything back. */
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
    pending.clear();
    scores.clear();
    learner = null;
    coverage = null;
    revision++;
  }

  private void closeGeneration() {
    if (arriving.isEmpty() && leaving.isEmpty()) {
      return;
    }
    if (!leaving.isEmpty()) {
      removeRows(leaving);
    }
    arriving.forEach(
        (row, slices) -> (PrequentialScore.isRow(row) ? scores : pending).put(row, slices));
    arriving.clear();
    leaving.clear();
    revision++;
  }

  /* A learner cannot forget one row: it is built again from the others. */
  private void removeRows(Set<String> rows) {
    pending.keySet().removeAll(rows);
    scores.keySet().removeAll(rows);
    if (learner != null) {
      Learner rest = Learners.create(learner.spec());
      RowWriter writer = new RowWriter();
      learner.rows(
          (row, content) -> {
            if (!rows.contains(row)) {
              rest.restore(new RowReader(writer.encode(content)));
            }
          });
      learner = rest;
    }
  }

  /** Every published row by its number of slices, with the one that says what is covered. */
  Map<String, Integer> rows() {
    Map<String, Integer> all = new TreeMap<>(published);
    all.put(COVERAGE, 1);
    return all;
  }

  /** Takes the scores that a replay has published with its rows. */
  void scoresInto(PrequentialScore score) {
    scores.forEach((row, slices) -> score.restore(row, new RowReader(whole(slices))));
  }

  /** Whether it has neither rows nor a heartbeat. */
  boolean isEmpty() {
    return published.isEmpty() && coverage == null;
  }

  /** Whether it has published rows, not only that it is about to. */
  boolean hasRows() {
    return !published.isEmpty();
  }

  long revision() {
    return revision;
  }

  long time() {
    return time;
  }

  /** The row that says how far the source has come; null before its first generation is whole. */
  SnapshotRow coverage() {
    return coverage;
  }

  /** The learner of the generation that is shown. */
  Learner learner(ModelSpec spec) {
    if (learner == null) {
      learner = Learners.create(spec);
      specHash = SpecCodec.hash(spec);
    }
    if (!pending.isEmpty()) {
      pending.values().forEach(this::restore);
      pending.clear();
    }
    return learner;
  }

  /* A damaged row of another partition is not this event's fault, nor this task's: it is left out
   * until its source publishes it again. */
  private void restore(SnapshotRow[] slices) {
    try {
      RowReader reader = new RowReader(whole(slices));
      if (!slices[0].specHash().equals(specHash)) {
        throw new IllegalStateException("it was learned by another specification");
      }
      learner.restore(reader);
      reader.end();
    } catch (BadRecordException | IllegalStateException e) {
      log.error(
          "a row of '{}' in the snapshots topic is left out: {}", coverage.model(), e.getMessage());
    }
  }

  private static byte[] whole(SnapshotRow[] slices) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (SnapshotRow slice : slices) {
      if (slice == null || !slice.covered().equals(slices[0].covered())) {
        throw new IllegalStateException("it is not whole");
      }
      bytes.writeBytes(slice.statistics());
    }
    return bytes.toByteArray();
  }
}
