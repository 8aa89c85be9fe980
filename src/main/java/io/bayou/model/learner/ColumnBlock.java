package io.bayou.model.learner;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/** A block whose columns are independent of one another given the class, as naive Bayes has it. */
public interface ColumnBlock extends Block {
  /** Adds one column of a class of another block of the same type. */
  void merge(int c, int column, Block other, int otherClass, int otherColumn);

  /** Log likelihood of one column of the gathered event in one class; 0 where it has no value. */
  double logLikelihood(int column, int c);

  /** Writes one column of one class. */
  void write(int c, int column, StateWriter out);

  /** Replaces one column of one class by what was written. */
  void read(int c, int column, StateReader in);

  @Override
  default boolean hasRoom(int moreClasses, int moreColumns) {
    return true; // memory grows with classes times columns: their limits are enough
  }

  @Override
  default void merge(int c, Block other, int otherClass, int[] columns) {
    for (int j = 0; j < columns.length; j++) {
      if (columns[j] >= 0) {
        merge(c, columns[j], other, otherClass, j);
      }
    }
  }

  @Override
  default void logLikelihoods(int c, double[] perColumn) {
    for (int j = 0; j < columns(); j++) {
      perColumn[j] = logLikelihood(j, c);
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
