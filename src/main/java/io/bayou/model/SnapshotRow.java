package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One row, or one slice of it, of the state that one source has learned of a model, never a delta.
 * The model is the sum over its sources.
 *
 * @param specHash hash of the spec; rows of different specs are never summed
 * @param source the partition it was learned from, or a replay of it
 * @param row name of the row within the model
 * @param part which slice of the row, from 0
 * @param parts how many slices the row has
 * @param covered by topic-partition, what the state was learned from
 * @param examples how many examples the source has learned, less those retracted
 * @param statistics bytes of the row or of its slice; shared, not copied: never change them
 */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode look into the array
public record SnapshotRow(
    String model,
    int version,
    String specHash,
    String source,
    String row,
    int part,
    int parts,
    SortedMap<String, OffsetRange> covered,
    long examples,
    byte[] statistics) {
  /** More slices than any row has; bounds the memory for collecting them. */
  private static final int MOST_PARTS = 1 << 16;

  public SnapshotRow {
    requireNonNull(specHash, "specHash");
    requireNonNull(source, "source");
    requireNonNull(row, "row");
    requireNonNull(statistics, "statistics");
    covered = Collections.unmodifiableSortedMap(new TreeMap<>(covered));
    if (model.isEmpty()) {
      throw new IllegalArgumentException("a snapshot row must name its model");
    }
    if (version < 1) {
      throw new IllegalArgumentException("versions count from 1, was " + version);
    }
    if (part < 0 || part >= parts) {
      throw new IllegalArgumentException(
          "no part " + part + " of " + parts + ", they count from 0");
    }
    if (parts > MOST_PARTS) {
      throw new IllegalArgumentException(
          "a row has at most " + MOST_PARTS + " parts, was " + parts);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SnapshotRow that
        && model.equals(that.model)
        && version == that.version
        && specHash.equals(that.specHash)
        && source.equals(that.source)
        && row.equals(that.row)
        && part == that.part
        && parts == that.parts
        && covered.equals(that.covered)
        && examples == that.examples
        && Arrays.equals(statistics, that.statistics);
  }

  @Override
  public int hashCode() {
    return Objects.hash(model, version, source, row, part, Arrays.hashCode(statistics));
  }

  /** Without the bytes of the statistics. */
  @Override
  public String toString() {
    return String.format(
        "%s@%d/%s/%s part %d of %d, %d examples, covers %s, %d bytes",
        model, version, source, row, part, parts, examples, covered, statistics.length);
  }
}
