package io.bayou.stream.sum;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.state.RowReader;
import io.bayou.model.SnapshotRow;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Objects;

/**
 * One row of what a source has published. There are hundreds of thousands of them on an instance,
 * so it keeps nothing that its neighbors keep as well.
 */
public final class PublishedRow {
  private final String name;
  private final String specHash;
  private final byte[] statistics; // null: not all slices are there

  private PublishedRow(String name, String specHash, byte[] statistics) {
    this.name = requireNonNull(name, "name");
    this.specHash = requireNonNull(specHash, "specHash");
    this.statistics = statistics;
  }

  /**
   * Puts a row together.
   *
   * @param slices by number; null where one is missing, but not all of them
   * @param specHash used instead of an equal one of the slices
   */
  public static PublishedRow of(SnapshotRow[] slices, String specHash) {
    SnapshotRow any = Arrays.stream(slices).filter(Objects::nonNull).findFirst().orElseThrow();
    String hash = any.specHash().equals(specHash) ? specHash : any.specHash();
    return new PublishedRow(any.row(), hash, whole(slices));
  }

  private static byte[] whole(SnapshotRow[] slices) {
    if (slices.length == 1) {
      return slices[0].statistics();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (SnapshotRow slice : slices) {
      if (slice == null || !slice.covered().equals(slices[0].covered())) {
        return null; // a slice is missing, or of another time
      }
      bytes.writeBytes(slice.statistics());
    }
    return bytes.toByteArray();
  }

  public String name() {
    return name;
  }

  /** How many bytes its statistics take. */
  public int size() {
    return statistics == null ? 0 : statistics.length;
  }

  /**
   * Reads the statistics.
   *
   * @throws IllegalStateException if the row is not whole
   */
  public RowReader reader() {
    if (statistics == null) {
      throw new IllegalStateException("it is not whole");
    }
    return new RowReader(statistics);
  }

  /** As {@link #reader()}, if it was learned by this specification. */
  RowReader reader(String expectedHash) {
    RowReader reader = reader();
    if (!specHash.equals(expectedHash)) {
      throw new IllegalStateException("it was learned by another specification");
    }
    return reader;
  }
}
