package io.bayou.model.learner;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import java.util.BitSet;

/**
 * What a block keeps of a class in rows besides the class's own, because it is too much to write
 * again with every event.
 */
public interface PartRows {
  /** What such a row begins with. */
  String KIND = "tokens";

  /** Hands over every row of a class. */
  void rows(int c, RowSink sink);

  /** Hands over the rows of a class that changed. */
  void changedRows(int c, RowSink sink);

  /** Hands over the rows of a class that is no more, without any content. */
  void removedRows(String label, BitSet parts, RowSink sink);

  /** Takes in a row after its first field. */
  void restore(StateReader in, int maxColumns);

  /** Gives a class that was just restored the rows that came before it. */
  void adopt(int c);
}
