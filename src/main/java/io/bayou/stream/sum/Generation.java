package io.bayou.stream.sum;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.model.Learner;
import io.bayou.model.SnapshotRow;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A state that a source has been in, as it was published.
 *
 * @param rows with all their slices, in the order of their names
 */
public record Generation(List<SnapshotRow[]> rows) {
  private static final Logger log = LoggerFactory.getLogger(Generation.class);

  /**
   * Decodes it.
   *
   * @param damaged told of the rows that are not valid; they are not in the learner
   */
  public Learner learner(ModelSpec spec, Consumer<SnapshotRow[]> damaged) {
    Learner learner = Learners.create(spec);
    String specHash = SpecCodec.hash(spec);
    for (SnapshotRow[] row : rows) {
      try {
        restore(row, specHash, learner);
      } catch (BadRecordException | IllegalStateException e) {
        // A damaged row of another partition is not this event's fault, nor this task's.
        log.error(
            "a row of '{}' in the snapshots topic is left out: {}",
            any(row).model(),
            e.getMessage());
        damaged.accept(row);
      }
    }
    return learner;
  }

  /**
   * Decodes some of its rows.
   *
   * @throws BadRecordException or IllegalStateException if one of them is not valid
   */
  Learner learner(ModelSpec spec, String specHash, Predicate<String> names) {
    Learner learner = Learners.create(spec);
    for (SnapshotRow[] row : rows) {
      if (names.test(name(row))) {
        restore(row, specHash, learner);
      }
    }
    return learner;
  }

  private static void restore(SnapshotRow[] row, String specHash, Learner learner) {
    RowReader reader = reader(row, specHash);
    learner.restore(reader);
    reader.end();
  }

  static RowReader reader(SnapshotRow[] row, String specHash) {
    RowReader reader = new RowReader(whole(row));
    if (!row[0].specHash().equals(specHash)) {
      throw new IllegalStateException("it was learned by another specification");
    }
    return reader;
  }

  static String name(SnapshotRow[] row) {
    return any(row).row();
  }

  /* Slices may be missing. */
  private static SnapshotRow any(SnapshotRow[] row) {
    return row[0] != null
        ? row[0]
        : Arrays.stream(row).filter(Objects::nonNull).findFirst().orElseThrow();
  }

  /**
   * The bytes of a row.
   *
   * @throws IllegalStateException if a slice is missing or of another time
   */
  public static byte[] whole(SnapshotRow[] row) {
    if (row.length == 1 && row[0] != null) {
      return row[0].statistics();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (SnapshotRow slice : row) {
      if (slice == null || !slice.covered().equals(row[0].covered())) {
        throw new IllegalStateException("it is not whole");
      }
      bytes.writeBytes(slice.statistics());
    }
    return bytes.toByteArray();
  }
}
