package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.RowReader;
import io.bayou.model.Learner;
import io.bayou.model.ModelSpec;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import io.bayou.model.bayes.Learners;
import io.bayou.model.eval.PrequentialScore;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What another partition has published of one model: rows arrive one by one and are taken into a
 * learner when it is asked for. Guarded by {@link SharedModels}.
 */
final class RemotePartial {
  private static final Logger log = LoggerFactory.getLogger(RemotePartial.class);

  /** The row that carries nothing but what a source covers: a sign of life. */
  static final String COVERAGE = "coverage";

  private final Map<String, SnapshotRow[]> pending = new HashMap<>();
  private final Map<String, Integer> rows = new HashMap<>();
  private final SortedMap<String, byte[]> scores = new TreeMap<>();
  private Learner learner;
  private SnapshotRow latest;
  private long time;
  private long revision;

  void take(SnapshotRow row, long publishedAt) {
    time = Math.max(time, publishedAt);
    if (latest == null || covers(row) >= covers(latest)) {
      latest = row;
    }
    if (row.row().equals(COVERAGE)) {
      return;
    }
    rows.put(row.row(), row.parts());
    if (PrequentialScore.isRow(row.row())) {
      scores.put(row.row(), row.statistics());
      return;
    }
    revision++;
    SnapshotRow[] slices = pending.get(row.row());
    if (slices == null || slices.length != row.parts()) {
      slices = new SnapshotRow[row.parts()];
      pending.put(row.row(), slices);
    }
    slices[row.part()] = row;
  }

  private static long covers(SnapshotRow row) {
    long sum = 0;
    for (OffsetRange range : row.covered().values()) {
      sum += range.to();
    }
    return sum;
  }

  void remove(String row) {
    // A learner cannot forget one row: it is built again from what is published next.
    rows.remove(row);
    pending.remove(row);
    scores.remove(row);
    learner = null;
    revision++;
  }

  /** Every published row by its number of slices, with the one that says what is covered. */
  Map<String, Integer> rows() {
    Map<String, Integer> all = new TreeMap<>(rows);
    all.put(COVERAGE, 1);
    return all;
  }

  /** Takes the scores that a replay has published with its rows. */
  void scoresInto(PrequentialScore score) {
    scores.forEach((row, bytes) -> score.restore(row, new RowReader(bytes)));
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  long revision() {
    return revision;
  }

  long time() {
    return time;
  }

  /** The row that says how far the source has come. */
  SnapshotRow latest() {
    return latest;
  }

  /** The learner of everything that has arrived whole. */
  Learner learner(ModelSpec spec) {
    if (learner == null) {
      learner = Learners.create(spec);
    }
    for (Iterator<SnapshotRow[]> each = pending.values().iterator(); each.hasNext(); ) {
      byte[] row = whole(each.next());
      if (row != null) {
        restore(row);
        each.remove();
      }
    }
    return learner;
  }

  /* A damaged row of another partition is not this event's fault, nor this task's: it is left out
   * until its source publishes it again. */
  private void restore(byte[] row) {
    try {
      RowReader reader = new RowReader(row);
      learner.restore(reader);
      reader.end();
    } catch (BadRecordException | IllegalStateException e) {
      log.error(
          "a row of '{}' in the snapshots topic is left out: {}", latest.model(), e.getMessage());
    }
  }

  /* Null while slices are missing, or are of two generations. */
  private static byte[] whole(SnapshotRow[] slices) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (SnapshotRow slice : slices) {
      if (slice == null || slice.examples() != slices[0].examples()) {
        return null;
      }
      bytes.writeBytes(slice.statistics());
    }
    return bytes.toByteArray();
  }
}
