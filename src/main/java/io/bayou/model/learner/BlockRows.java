package io.bayou.model.learner;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.spec.Limits;
import java.util.Arrays;
import java.util.HashSet;
import java.util.function.IntPredicate;

/**
 * The state of a learner made of blocks as rows: one for the names of its features, and one for
 * each class with what it observed of them; the tokens of texts have rows of their own.
 */
final class BlockRows {
  private static final String FEATURES = "features";

  /** How many blocks naive Bayes has that are in every row. */
  private static final int BASIC = 4;

  /* What a row begins with, by how many blocks it has beyond the basic ones: none, texts, binomials. */
  private static final int[] FEATURES_ROWS = {0, 2, 5};
  private static final int[] CLASS_ROWS = {1, 3, 6};

  private final BlockState state;
  private final Blocks blocks;
  private final FeatureSpace space;
  private final ClassTable classes;
  private final Limits limits;
  private final PartRows parts; // null where the learner has none

  BlockRows(BlockState state, Limits limits) {
    this.state = state;
    this.limits = limits;
    blocks = state.blocks();
    space = state.space();
    classes = state.classes();
    parts = blocks.partRows(space, classes).orElse(null);
  }

  void rows(RowSink sink) {
    if (space.isGrown()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (int c = 0; c < classes.size(); c++) {
      row(c, sink);
      if (parts != null) {
        parts.rows(c, sink);
      }
    }
  }

  void changedRows(RowSink sink) {
    if (space.takeChanged()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (ClassTable.Entry entry : state.takeRemoved()) {
      sink.row(entry.rowKey(), out -> writeClass(entry, out));
      if (parts != null) {
        parts.removedRows(entry.label, entry.parts, sink);
      }
    }
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).changed) {
        classes.get(c).changed = false;
        row(c, sink);
      }
      if (parts != null) {
        parts.changedRows(c, sink); // also of a class that only lost tokens to others
      }
    }
  }

  /* A class that only the spec names has no row: there is nothing to keep. */
  private void row(int c, RowSink sink) {
    if (classes.get(c).examples > 0) {
      sink.row(classes.get(c).rowKey(), out -> write(c, out));
    }
  }

  /* A feature keeps its type even if all that was learned of it is taken back or forgotten, and even
   * then a restored learner must go on like the one that wrote the rows. */
  private void writeFeatures(StateWriter out) {
    int written = blocksWith(b -> blocks.get(b).columns() > 0);
    out.integer(FEATURES_ROWS[written - basic()]);
    for (int b = 0; b < written; b++) {
      Block block = blocks.get(b);
      out.integer(block.columns());
      for (int j = 0; j < block.columns(); j++) {
        out.text(block.name(j));
      }
    }
  }

  /* Of a learner with texts the first four are in every row, the others only where there is anything
   * of them: most models have neither texts nor binomials. */
  private int basic() {
    return parts == null ? blocks.size() : BASIC;
  }

  private int blocksWith(IntPredicate content) {
    int written = blocks.size();
    while (written > basic() && !content.test(written - 1)) {
      written--;
    }
    return written;
  }

  private static void writeClass(ClassTable.Entry entry, StateWriter out) {
    out.integer(CLASS_ROWS[0]);
    entry.write(out);
  }

  private void write(int c, StateWriter out) {
    int written = blocksWith(b -> held(blocks.get(b), c).length > 0);
    out.integer(CLASS_ROWS[written - basic()]);
    classes.get(c).write(out);
    for (int b = 0; b < written; b++) {
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
    int kind = row.count(parts == null ? CLASS_ROWS[0] : CLASS_ROWS[2]);
    if (kind == PartRows.KIND) {
      parts.restore(row, limits.features());
      return;
    }
    for (int more = 0; more < CLASS_ROWS.length; more++) {
      if (kind == FEATURES_ROWS[more]) {
        restoreFeatures(row, basic() + more);
      } else if (kind == CLASS_ROWS[more]) {
        restoreClass(row, basic() + more);
      }
    }
  }

  private void restoreFeatures(StateReader row, int written) {
    for (int b = 0; b < written; b++) {
      readColumns(b, row);
    }
    space.takeChanged(); // what was restored is stored
  }

  private void restoreClass(StateReader row, int written) {
    ClassTable.Entry entry = ClassTable.Entry.read(row);
    int c = classes.find(entry.label);
    if (entry.examples <= 0) {
      if (c >= 0) {
        state.drop(c);
      }
      return;
    }
    if (c >= 0) {
      state.clear(c);
    } else {
      c = state.restoreClass(entry.label);
    }
    if (c < 0) {
      throw ClassTable.beyondLimit(entry.label);
    }
    classes.get(c).set(entry);
    try {
      for (int b = 0; b < written; b++) {
        blocks.get(b).read(c, readColumns(b, row), row);
      }
      if (parts != null) {
        parts.adopt(c);
      }
    } catch (RuntimeException e) {
      state.drop(c); // rather no class than half of it
      throw e;
    }
  }

  private int[] readColumns(int b, StateReader row) {
    String[] names = new String[row.count(space.limit())];
    for (int j = 0; j < names.length; j++) {
      names[j] = row.text();
    }
    if (new HashSet<>(Arrays.asList(names)).size() < names.length) {
      throw new IllegalStateException("a row has a feature twice");
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
