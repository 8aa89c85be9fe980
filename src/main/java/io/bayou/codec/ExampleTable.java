package io.bayou.codec;

import io.bayou.model.Features;

/** The rows of a file in memory: events that can be learned and predicted any number of times. */
public interface ExampleTable {
  /** Receives the rows that were skipped. */
  interface Problems {
    /**
     * @param line where the row begins, from 1
     * @param reason why it cannot be used
     */
    void broken(long line, String reason);
  }

  int rows();

  /** The number of a row in the file, from 1; skipped rows count. */
  int number(int row);

  /** How many rows were skipped because they cannot be used. */
  int brokenRows();

  /** A buffer for the features of a row. */
  Features newFeatures();

  /** Replaces the content of the buffer with the features of a row. */
  void fill(int row, Features x);

  /** Whether there is something to learn, or to retract. */
  boolean isLabeled(int row);

  /** The true class, or null. */
  String label(int row);

  /** Whose model of its own is meant, or null: then a feature may say it. */
  default String key(int row) {
    return null;
  }

  /** The label under which the row was learned before, or null. */
  default String correctionOf(int row) {
    return null;
  }

  double weight(int row);

  /** Event time of a row in milliseconds. */
  long time(int row);
}
