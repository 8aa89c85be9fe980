package io.bayou.model.forest;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The state of a forest as rows: one for each class, and several for each tree. The cells of a tree
 * are in buckets by a hash of their keys. Evidence is not stored.
 */
final class ForestRows {
  private static final String CLASS = "class";
  private static final String TREE = "tree";
  private static final int BUCKETS = 16;

  /** A bit for each bucket. */
  static final int ALL_BUCKETS = (1 << BUCKETS) - 1;

  private final ForestState state;

  ForestRows(ForestState state) {
    this.state = state;
  }

  /** The bucket of a key that is cut to a length. */
  static int bucket(long key, int depth) {
    return (int) (Hash.mix(CountTree.cut(key, depth)) & (BUCKETS - 1));
  }

  void rows(RowSink sink) {
    for (int c = 0; c < state.classes.size(); c++) {
      classRow(state.classes.label(c), sink);
    }
    for (int t = 0; t < state.trees(); t++) {
      treeRows(t, ALL_BUCKETS, false, sink);
    }
  }

  void changedRows(RowSink sink) {
    for (String label : state.takeChangedClasses()) {
      classRow(label, sink);
    }
    for (int t = 0; t < state.trees(); t++) {
      int changed = state.takeChangedBuckets(t);
      if (changed != 0) {
        treeRows(t, changed, true, sink);
      }
    }
  }

  private void classRow(String label, RowSink sink) {
    sink.row(CLASS + "/" + label, out -> writeClass(label, out));
  }

  private void writeClass(String label, StateWriter out) {
    int c = state.classes.find(label);
    out.text(CLASS);
    out.text(label);
    out.integer(c < 0 ? 0 : state.classes.examples(c));
    out.number(c < 0 ? 0.0 : state.classes.weight(c));
  }

  private void treeRows(int t, int buckets, boolean withEmpty, RowSink sink) {
    int depth = state.tree(t).depth();
    Cells cells = state.tree(t).cells();
    List<List<Integer>> contents = new ArrayList<>();
    for (int b = 0; b < BUCKETS; b++) {
      contents.add(new ArrayList<>());
    }
    for (int i = 0; i < cells.size(); i++) {
      contents.get(bucket(cells.key(i), depth)).add(i);
    }
    for (int b = 0; b < BUCKETS; b++) {
      int bucket = b;
      List<Integer> content = contents.get(b);
      if ((buckets >> b & 1) == 1 && (withEmpty || !content.isEmpty())) {
        sink.row(
            TREE + "/" + t + "/" + b,
            out -> {
              out.text(TREE);
              out.integer(t);
              out.integer(bucket);
              out.integer(depth);
              writeCells(cells, content, out);
            });
      }
    }
  }

  /* A row names its classes, so that it stays as it is when others come. */
  private void writeCells(Cells cells, List<Integer> content, StateWriter out) {
    int[] occurring = occurring(cells, content);
    out.integer(occurring.length);
    for (int c : occurring) {
      out.text(state.classes.label(c));
    }
    out.integer(content.size());
    for (int i : content) {
      out.integer(cells.key(i));
      for (int c : occurring) {
        out.number(cells.count(i, c));
      }
    }
  }

  private static int[] occurring(Cells cells, List<Integer> content) {
    boolean[] occurs = new boolean[cells.classes()];
    for (int i : content) {
      for (int c = 0; c < occurs.length; c++) {
        occurs[c] |= cells.count(i, c) > 0.0;
      }
    }
    return IntStream.range(0, occurs.length).filter(c -> occurs[c]).toArray();
  }

  void restore(StateReader row) {
    String kind = row.text();
    switch (kind) {
      case CLASS -> state.restoreClass(row.text(), row.integer(), row.amount());
      case TREE -> restoreBucket(row);
      default ->
          throw new IllegalStateException(
              "the model has no row '" + kind + "'; was it written by a newer build?");
    }
  }

  private void restoreBucket(StateReader row) {
    int t = row.index(state.trees());
    int bucket = row.index(BUCKETS);
    int depth = row.index(CountTree.MAX_DEPTH + 1);
    String[] labels = new String[row.count(state.spec.limits().classes())];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = row.text();
      state.openToRestore(labels[i]);
    }
    int size = row.count(state.spec.forest().leaves());
    Cells cells = new Cells(size, state.classes.size());
    for (int k = 0; k < size; k++) {
      int i = cells.add(row.integer());
      for (String label : labels) {
        cells.setCount(i, state.classes.find(label), row.amount());
      }
    }
    state.restoreBucket(t, bucket, depth, cells);
  }
}
