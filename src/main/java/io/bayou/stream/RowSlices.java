package io.bayou.stream;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.RowSink;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.PrequentialScore;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.Slices;
import java.util.Arrays;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The rows of a learner as they are published by one source, in slices that fit into a message. */
public final class RowSlices {
  private static final byte[] NOTHING = {};

  private final String model;
  private final int version;
  private final String source;
  private final String specHash;
  private final RowWriter writer = new RowWriter();

  public RowSlices(String model, int version, ModelSpec spec, String source) {
    this.model = model;
    this.version = version;
    this.source = source;
    specHash = SpecCodec.hash(spec);
  }

  /** Hands over the rows that changed since the last call, and what the source covers. */
  public void changed(
      Learner learner,
      PrequentialScore score,
      SortedMap<String, OffsetRange> covered,
      Consumer<SnapshotRow> out) {
    RowSink sink =
        (row, content) -> slice(row, writer.encode(content), covered, learner.examples(), out);
    learner.changedRows(sink);
    score.changedRows(sink);
    out.accept(row(RemotePartial.COVERAGE, 0, 1, covered, learner.examples(), NOTHING));
  }

  /** Hands over every row of a learner that covers no log, such as an imported one. */
  public void all(Learner learner, Consumer<SnapshotRow> out) {
    SortedMap<String, OffsetRange> nothing = Collections.emptySortedMap();
    learner.rows(
        (row, content) -> slice(row, writer.encode(content), nothing, learner.examples(), out));
    out.accept(row(RemotePartial.COVERAGE, 0, 1, nothing, learner.examples(), NOTHING));
  }

  /** What one partition covers; nothing where no offset was learned. */
  public static SortedMap<String, OffsetRange> covered(String partition, long from, long to) {
    return covered(partition, from, to, 0);
  }

  /**
   * What one partition covers; nothing where no offset was learned.
   *
   * @param lost how many of the offsets were deleted before they were read
   */
  static SortedMap<String, OffsetRange> covered(String partition, long from, long to, long lost) {
    if (from < 0) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, OffsetRange> covered = new TreeMap<>();
    covered.put(partition, new OffsetRange(from, to, lost));
    return Collections.unmodifiableSortedMap(covered);
  }

  private void slice(
      String name,
      byte[] bytes,
      SortedMap<String, OffsetRange> covered,
      long examples,
      Consumer<SnapshotRow> out) {
    Slices.cut(
        bytes.length,
        (part, parts, start, length) -> {
          byte[] slice = parts == 1 ? bytes : Arrays.copyOfRange(bytes, start, start + length);
          out.accept(row(name, part, parts, covered, examples, slice));
        });
  }

  private SnapshotRow row(
      String name,
      int part,
      int parts,
      SortedMap<String, OffsetRange> covered,
      long examples,
      byte[] bytes) {
    return new SnapshotRow(
        model, version, specHash, source, name, part, parts, covered, examples, bytes);
  }
}
