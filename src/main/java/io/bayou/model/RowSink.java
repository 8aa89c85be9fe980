package io.bayou.model;

/** Takes the rows of a learner's state. */
public interface RowSink {
  /**
   * @param key name of the row, unique within the model and stable over time
   * @param content writes the row's present state; valid only during this call
   */
  void row(String key, RowContent content);

  /** The content of one row. */
  interface RowContent {
    void writeTo(StateWriter out);
  }
}
