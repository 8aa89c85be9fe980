package io.bayou.model.logistic;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.BucketSizes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The categories of all categorical columns, numbered in order of appearance. They keep their
 * number, so neighbors make up a bucket, which is written as one row: an event changes few of them.
 */
final class Cells {
  /** How many weights of categories all classes may have together: some 50 MB. */
  static final int MAX = 1 << 21;

  /* In place of the column of a cell whose row was left out. */
  private static final int NO_COLUMN = -1;

  /** A category of the column with this number. */
  record Cell(int column, String value) {}

  private final List<Cell> cells = new ArrayList<>(); // null until restored
  private int[] bucketOf = new int[16];
  private final BitSet changed = new BitSet(); // by bucket

  int size() {
    return cells.size();
  }

  /** The category of a cell; null if it was not restored. */
  Cell get(int cell) {
    return cells.get(cell);
  }

  List<Cell> all() {
    return Collections.unmodifiableList(cells);
  }

  /** Adds a category; returns its cell. */
  int add(int column, String value) {
    append(new Cell(column, value));
    changed.set(bucketOf[size() - 1]);
    return size() - 1;
  }

  private void append(Cell cell) {
    if (size() == bucketOf.length) {
      bucketOf = Arrays.copyOf(bucketOf, size() * 2);
    }
    bucketOf[size()] = BucketSizes.bucketAt(size());
    cells.add(cell);
  }

  /**
   * Restores a category.
   *
   * @throws IllegalStateException if the cell is another's
   */
  void restore(int cell, Cell category) {
    while (size() <= cell) {
      append(null);
    }
    if (cells.get(cell) != null && !cells.get(cell).equals(category)) {
      throw new IllegalStateException("a row has another category in place of a known one");
    }
    cells.set(cell, category);
  }

  /** Notes that the evidence on some cells changed; negative ones are no cells. */
  void markChanged(int[] some) {
    for (int cell : some) {
      if (cell >= 0) {
        changed.set(bucketOf[cell]);
      }
    }
  }

  void markAllChanged() {
    changed.set(0, buckets());
  }

  /** Which buckets changed since they were written; the writer clears them. */
  BitSet changed() {
    return changed;
  }

  int buckets() {
    return size() == 0 ? 0 : bucketOf[size() - 1] + 1;
  }

  /** The first cell of a bucket. */
  static int first(int bucket) {
    return BucketSizes.before(bucket);
  }

  /** The cell after the last one of a bucket. */
  int end(int bucket) {
    return Math.min(size(), first(bucket + 1));
  }

  /** Reads the number of a bucket. */
  static int readBucket(StateReader in) {
    return in.index(BucketSizes.bucketAt(MAX) + 1);
  }

  void write(int bucket, StateWriter out) {
    out.integer(end(bucket) - first(bucket));
    for (Cell cell : cells.subList(first(bucket), end(bucket))) {
      out.integer(cell == null ? NO_COLUMN : cell.column());
      if (cell != null) {
        out.text(cell.value());
      }
    }
  }

  /** Reads the categories of a bucket. */
  static List<Cell> read(int bucket, StateReader in) {
    List<Cell> read = new ArrayList<>();
    for (int n = in.count(first(bucket + 1) - first(bucket)); n > 0; n--) {
      long column = in.integer();
      if (column < NO_COLUMN || column > Integer.MAX_VALUE) {
        throw new IllegalStateException("a category of a row has the column " + column);
      }
      read.add(column == NO_COLUMN ? null : new Cell((int) column, in.text()));
    }
    return read;
  }
}
