package io.bayou.model.learner;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The state of a learner made of blocks as rows: one for the names of its features, and one for
 * each class with its statistics; tokens, and the values of categories that have many, have rows of
 * their own.
 *
 * <p>A row begins with its kind. What it holds of a block begins with the name of the block and of
 * its columns, so that later builds may have more blocks.
 */
final class BlockRows {
  private static final String FEATURES = "features";
  private static final String CLASS = "class";

  private final BlockState state;
  private final Blocks blocks;
  private final FeatureSpace space;
  private final ClassTable classes;
  private final List<BucketRows> bucketRows;

  BlockRows(BlockState state) {
    this.state = state;
    blocks = state.blocks();
    space = state.space();
    classes = state.classes();
    bucketRows = state.bucketRows();
  }

  void rows(RowSink sink) {
    rows(sink, rows -> true);
  }

  /** Hands over every row that cannot be exchanged. */
  void restRows(RowSink sink) {
    rows(sink, rows -> !rows.isExchangeable());
  }

  private void rows(RowSink sink, Predicate<BucketRows> wanted) {
    if (space.isGrown()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (int c = 0; c < classes.size(); c++) {
      row(c, sink);
      for (BucketRows rows : bucketRows) {
        if (wanted.test(rows)) {
          rows.rows(c, sink);
        }
      }
    }
  }

  boolean isExchangeable(String row) {
    for (BucketRows rows : bucketRows) {
      if (rows.isExchangeable(row)) {
        return true;
      }
    }
    return false;
  }

  /** As {@link BucketRows#exchange}. */
  boolean exchange(StateReader before, StateReader after) {
    String kind = before == null ? after.text() : before.text();
    if (before != null && after != null && !after.text().equals(kind)) {
      throw new IllegalStateException("a row has changed its kind");
    }
    return bucketRows(kind).exchange(before, after);
  }

  void changedRows(RowSink sink) {
    if (space.takeChanged()) {
      sink.row(FEATURES, this::writeFeatures);
    }
    for (ClassTable.Entry entry : state.takeRemoved()) {
      sink.row(entry.rowKey(), out -> writeClass(entry, out));
      for (int k = 0; k < bucketRows.size(); k++) {
        bucketRows.get(k).removedRows(entry.label, entry.buckets.get(k), sink);
      }
    }
    for (int c = 0; c < classes.size(); c++) {
      if (classes.get(c).changed) {
        classes.get(c).changed = false;
        row(c, sink);
      }
      for (BucketRows rows : bucketRows) {
        rows.changedRows(c, sink); // also of a class that only lost tokens to others
      }
    }
  }

  /* A class that only the spec names has no row: it has no state. */
  private void row(int c, RowSink sink) {
    if (classes.get(c).examples > 0) {
      sink.row(classes.get(c).rowKey(), out -> write(c, out));
    }
  }

  /* A feature keeps its type even if everything learned of it was retracted or forgotten: a restored
   * learner must continue like the one that wrote the rows. */
  private void writeFeatures(StateWriter out) {
    out.text(FEATURES);
    writeBlocks(block -> IntStream.range(0, block.columns()).toArray(), (b, columns) -> {}, out);
  }

  private static void writeClass(ClassTable.Entry entry, StateWriter out) {
    out.text(CLASS);
    entry.write(out);
  }

  private void write(int c, StateWriter out) {
    writeClass(classes.get(c), out);
    writeBlocks(block -> held(block, c), (block, columns) -> block.write(c, columns, out), out);
  }

  /* The blocks that have content, each with its name and the names of its columns. A single block is
   * always written: discriminants and networks keep more than columns. */
  private void writeBlocks(
      Function<Block, int[]> columns, BiConsumer<Block, int[]> content, StateWriter out) {
    int[][] written = new int[blocks.size()][];
    int least = written.length == 1 ? 0 : 1;
    int size = 0;
    for (int b = 0; b < written.length; b++) {
      written[b] = columns.apply(blocks.get(b));
      size += written[b].length >= least ? 1 : 0;
    }
    out.integer(size);
    for (int b = 0; b < written.length; b++) {
      if (written[b].length >= least) {
        out.text(blocks.name(b));
        out.integer(written[b].length);
        for (int column : written[b]) {
          out.text(blocks.get(b).name(column));
        }
        content.accept(blocks.get(b), written[b]);
      }
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
    String kind = row.text();
    if (kind.equals(FEATURES)) {
      readBlocks(row, (block, columns) -> {});
      space.takeChanged(); // what was restored is stored
    } else if (kind.equals(CLASS)) {
      restoreClass(row);
    } else {
      bucketRows(kind).restore(row);
    }
  }

  private BucketRows bucketRows(String kind) {
    return bucketRows.stream()
        .filter(rows -> rows.isKind(kind))
        .findFirst()
        .orElseThrow(() -> unknown("row", kind));
  }

  private static IllegalStateException unknown(String what, String name) {
    return new IllegalStateException(
        "the model has no " + what + " '" + name + "'; was it written by a newer build?");
  }

  private void restoreClass(StateReader row) {
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
    int restored = c;
    try {
      readBlocks(row, (block, columns) -> block.read(restored, columns, row));
      for (BucketRows rows : bucketRows) {
        rows.adopt(c);
      }
    } catch (RuntimeException e) {
      state.drop(c); // no class is better than half of one
      throw e;
    }
  }

  private void readBlocks(StateReader row, BiConsumer<Block, int[]> content) {
    int last = -1;
    for (int n = row.count(Integer.MAX_VALUE); n > 0; n--) {
      String name = row.text();
      int b = blocks.find(name);
      if (b <= last) {
        throw unknown("block", name); // or it occurs twice
      }
      content.accept(blocks.get(b), readColumns(b, row));
      last = b;
    }
  }

  private int[] readColumns(int b, StateReader row) {
    String[] names = new String[row.count(space.limit())];
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
    refuseRepeated(columns);
    return columns;
  }

  private static void refuseRepeated(int[] columns) {
    BitSet seen = new BitSet();
    for (int column : columns) {
      if (seen.get(column)) {
        throw new IllegalStateException("a row has a feature twice");
      }
      seen.set(column);
    }
  }
}
