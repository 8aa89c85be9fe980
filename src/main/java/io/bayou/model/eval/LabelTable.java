package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Numbers labels in the order of their first occurrence, up to a limit. */
final class LabelTable {
  /** Index of {@link Score#NONE}, which only occurs as a prediction. */
  static final int NONE = 0;

  private final int limit;
  private final Map<String, Integer> indexes = new HashMap<>();
  private String[] labels = new String[8];
  private int size;

  LabelTable(int maxClasses) {
    limit = maxClasses + 1;
    open(Score.NONE);
  }

  /** The index of a label; a new label gets the next one, or beyond the limit that of OTHER. */
  int indexOf(String label) {
    Integer index = indexes.get(label);
    if (index != null) {
      return index;
    }
    if (size < limit || label.equals(Score.OTHER)) {
      return open(label);
    }
    return indexOf(Score.OTHER);
  }

  private int open(String label) {
    if (size == labels.length) {
      labels = Arrays.copyOf(labels, size * 2);
    }
    labels[size] = label;
    indexes.put(label, size);
    return size++;
  }

  String label(int index) {
    return labels[index];
  }

  int size() {
    return size;
  }

  void write(StateWriter out) {
    out.integer(size);
    for (int i = 0; i < size; i++) {
      out.text(labels[i]);
    }
  }

  /** Reads what was written into an empty table. */
  void read(StateReader in) {
    int restored = in.count(limit + 1);
    for (int i = 0; i < restored; i++) {
      String label = in.text();
      if (i != NONE) {
        open(label);
      }
    }
  }

  /**
   * Reads the index of a label.
   *
   * @throws IllegalStateException if it is below the minimum, or beyond the limit
   */
  int readIndex(StateReader in, int min) {
    long index = in.integer();
    if (index < min || index > limit) {
      throw new IllegalStateException("the stored scores name a label number " + index);
    }
    return (int) index;
  }
}
