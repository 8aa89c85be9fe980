package io.bayou.stream.sum;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.codec.state.RowReader;
import io.bayou.model.Learner;
import io.bayou.model.OffsetRange;
import io.bayou.model.SummingLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiConsumer;

/** A state that a source has been in, as it was published. Thread-safe. */
public final class Generation {
  public static final Generation NOTHING = new Generation(List.of(), Collections.emptySortedMap());

  private final List<PublishedRow> rows;
  private final SortedMap<String, OffsetRange> covered;
  private volatile List<PublishedRow> rest; // null: not asked for yet

  /**
   * @param rows in the order of their names; immutable
   * @param covered by topic-partition, what they were learned from; immutable
   */
  public Generation(List<PublishedRow> rows, SortedMap<String, OffsetRange> covered) {
    this.rows = rows;
    this.covered = covered;
  }

  /** By topic-partition, what it was learned from. */
  public SortedMap<String, OffsetRange> covered() {
    return covered;
  }

  public List<PublishedRow> rows() {
    return rows;
  }

  /** How many bytes its rows take. */
  public long bytes() {
    return rows.stream().mapToLong(PublishedRow::size).sum();
  }

  /** The same without a row, if that is in it. */
  public Generation without(PublishedRow damaged) {
    return new Generation(rows.stream().filter(row -> !row.equals(damaged)).toList(), covered);
  }

  /**
   * Decodes it.
   *
   * @param leaveOut told of the rows that are not valid, and why; they are not in the learner
   */
  public Learner learner(ModelSpec spec, BiConsumer<PublishedRow, String> leaveOut) {
    Learner learner = Learners.create(spec);
    String specHash = SpecCodec.hash(spec);
    for (PublishedRow row : rows) {
      try {
        restore(row, specHash, learner);
      } catch (BadRecordException | IllegalStateException e) {
        // A damaged row of another partition is not this event's fault, nor this task's.
        leaveOut.accept(row, e.getMessage());
      }
    }
    return learner;
  }

  /**
   * Decodes the rows that a sum cannot exchange.
   *
   * @param sum of the same spec
   * @throws BadRecordException or IllegalStateException if one of them is not valid
   */
  Learner rest(SummingLearner sum, String specHash) {
    if (rest == null) { // these few rows are looked for once, and then used for every sum
      rest = rows.stream().filter(row -> !sum.isExchangeable(row.name())).toList();
    }
    Learner learner = Learners.create(sum.spec());
    for (PublishedRow row : rest) {
      restore(row, specHash, learner);
    }
    return learner;
  }

  private static void restore(PublishedRow row, String specHash, Learner learner) {
    RowReader reader = row.reader(specHash);
    learner.restore(reader);
    reader.end();
  }
}
