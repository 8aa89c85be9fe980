package io.bayou.model.bayes;

import io.bayou.model.ModelSpec.Limits;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * The state of a learner made of blocks as rows: one for the names of its features, and one for
 * each class with what it observed of them.
 */
final class BlockRows {
  private static final String FEATURES = "features";

  /* What a row begins with. */
  private static final int FEATURES_ROW = 0;
  private static final int CLASS_ROW = 1;

  private final BlockState state;
  private final Blocks blocks;
  private final FeatureSpace space;
  private final ClassTable classes;
  private final Limits limits;

  BlockRows(BlockState state, Limits limits) {
    this.state = state;
    this.limits = limits;
    blocks = state.blocks();
    space = state.space();
    classes = state.classes();
  }

  void rows(RowSink sink) {
    if (space.size() > 0) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (int c = 0; c < classes.size(); c++) {
      row(c, sink);
    }
  }

  void changedRows(RowSink sink) {
    if (space.takeChanged()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (ClassTable.Entry entry : state.takeRemoved()) {
      sink.row(entry.rowKey(), out -> writeClass(entry, out));
    }
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).changed) {
        classes.get(c).changed = false;
        row(c, sink);
      }
    }
  }

  private void row(int c, RowSink sink) {
    sink.row(classes.get(c).rowKey(), out -> write(c, out));
  }

  /* A feature keeps its type even if all that was learned of it is taken back or forgotten, and even
   * then a restored learner must go on like the one that wrote the rows. */
  private void writeFeatures(StateWriter out) {
    out.integer(FEATURES_ROW);
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      out.integer(block.columns());
      for (int j = 0; j < block.columns(); j++) {
        out.text(block.name(j));
      }
    }
  }

  private static void writeClass(ClassTable.Entry entry, StateWriter out) {
    out.integer(CLASS_ROW);
    entry.write(out);
  }

  private void write(int c, StateWriter out) {
    writeClass(classes.get(c), out);
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      int[] held = held(block, c);
      out.integer(held.length);
      for (int column : held) {
        out.text(block.name(column));
      }
      block.write(c, held, out);
    }
  }

  private static int[] held(Block block, int c) {
    int[] columns = new int[block.columns()];
    int size = 0;
    for (int j = 0; j < columns.length; j++) {
      if (block.holds(c, j)) {
        columns[size++] = j;
      }
    }
    return Arrays.copyOf(columns, size);
  }

  void restore(StateReader row) {
    if (row.count(CLASS_ROW) == FEATURES_ROW) {
      for (int b = 0; b < blocks.size(); b++) {
        readColumns(b, row);
      }
      space.takeChanged(); // what was restored is stored
    } else {
      restoreClass(row);
    }
  }

  private void restoreClass(StateReader row) {
    ClassTable.Entry entry = ClassTable.Entry.read(row);
    int c = classes.find(entry.label);
    if (c >= 0) {
      state.drop(c);
    }
    if (entry.examples <= 0) {
      return;
    }
    c = state.openClass(entry.label);
    if (c < 0) {
      throw new IllegalStateException("class '" + entry.label + "' is beyond the limit of classes");
    }
    classes.get(c).set(entry);
    try {
      for (int b = 0; b < blocks.size(); b++) {
        blocks.get(b).read(c, readColumns(b, row), row);
      }
    } catch (RuntimeException e) {
      state.drop(c); // rather no class than half of it
      throw e;
    }
  }

  private int[] readColumns(int b, StateReader row) {
    String[] names = new String[row.count(limits.features())];
    for (int j = 0; j < names.length; j++) {
      names[j] = row.text();
    }
    int[] columns = space.columns(names, blocks.get(b), blocks.type(b));
    for (int j = 0; j < names.length; j++) {
      if (columns[j] < 0) {
        throw new IllegalStateException(
            "feature '" + names[j] + "' of a row does not fit the model");
      }
    }
    return columns;
  }
}
