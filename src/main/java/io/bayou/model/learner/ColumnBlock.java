package io.bayou.model.learner;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * A block whose columns are independent of one another given the class, as naive Bayes has it.
 *
 * @param <B> the blocks that this one can merge with
 */
public interface ColumnBlock<B extends Block> extends MergeableBlock<B> {
  /** Adds one column of a class of another block. */
  void merge(int c, int column, B other, int otherClass, int otherColumn);

  /** Writes one column of one class. */
  void write(int c, int column, StateWriter out);

  /** Replaces one column of one class by what was written. */
  void read(int c, int column, StateReader in);

  @Override
  default boolean hasRoom(int moreClasses, int moreColumns) {
    return true; // memory grows with classes times columns: their limits are enough
  }

  @Override
  default boolean refinesPrior() {
    return false;
  }

  @Override
  default void add(int c, B other, int otherClass, int[] columns) {
    for (int j = 0; j < columns.length; j++) {
      if (columns[j] >= 0) {
        merge(c, columns[j], other, otherClass, j);
      }
    }
  }

  @Override
  default void write(int c, int[] columns, StateWriter out) {
    for (int column : columns) {
      write(c, column, out);
    }
  }

  @Override
  default void read(int c, int[] columns, StateReader in) {
    for (int column : columns) {
      read(c, column, in);
    }
  }
}
