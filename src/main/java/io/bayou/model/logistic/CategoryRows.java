package io.bayou.model.logistic;

import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The categories as rows, one for each bucket: their values, and the evidence of every class on
 * them. Forgetting changes none of these rows: it multiplies a number in the row of each class.
 */
final class CategoryRows {
  /** The kind of the rows. */
  static final String CATEGORIES = "categories";

  private final LogisticState state;
  private final Cells cells;

  /* Rows come in any order: evidence waits until its class is restored. By label and bucket. */
  private final Map<String, Map<Integer, double[]>> waiting = new HashMap<>();

  CategoryRows(LogisticState state) {
    this.state = state;
    cells = state.columns.cells();
  }

  void rows(RowSink sink) {
    for (int bucket = 0; bucket < cells.buckets(); bucket++) {
      row(bucket, sink);
    }
  }

  void changedRows(RowSink sink) {
    BitSet changed = cells.changed();
    for (int b = changed.nextSetBit(0); b >= 0; b = changed.nextSetBit(b + 1)) {
      row(b, sink);
    }
    changed.clear();
  }

  private void row(int bucket, RowSink sink) {
    sink.row(CATEGORIES + "/" + bucket, out -> write(bucket, out));
  }

  private void write(int bucket, StateWriter out) {
    out.text(CATEGORIES);
    out.integer(bucket);
    cells.write(bucket, out);
    int[] holding =
        IntStream.range(0, state.classes.size()).filter(c -> holds(c, bucket)).toArray();
    out.integer(holding.length);
    for (int c : holding) {
      out.text(state.classes.label(c));
      for (int cell = Cells.first(bucket); cell < cells.end(bucket); cell++) {
        out.number(evidence(c).precision(cell));
        out.number(evidence(c).linear(cell));
      }
    }
  }

  private DiagonalEvidence evidence(int c) {
    return state.weights().get(c).evidence().cells();
  }

  private boolean holds(int c, int bucket) {
    return IntStream.range(Cells.first(bucket), cells.end(bucket)).anyMatch(evidence(c)::holds);
  }

  /** Restores a bucket from a row, after its kind. */
  void restore(StateReader in) {
    int bucket = Cells.readBucket(in);
    List<Cells.Cell> restored = Cells.read(bucket, in);
    Map<String, double[]> evidence = new TreeMap<>();
    for (int n = in.count(state.spec.limits().classes()); n > 0; n--) {
      String label = in.text();
      double[] numbers = new double[2 * restored.size()];
      Arrays.setAll(numbers, i -> in.number());
      evidence.put(label, numbers);
    }
    state.columns.restoreCells(Cells.first(bucket), restored);
    clear(bucket);
    evidence.forEach((label, numbers) -> restore(label, bucket, numbers));
    cells.changed().clear(bucket); // it is stored already
  }

  private void clear(int bucket) {
    for (int c = 0; c < state.classes.size(); c++) {
      for (int cell = Cells.first(bucket); cell < cells.end(bucket); cell++) {
        evidence(c).clear(cell);
      }
    }
    waiting.values().forEach(late -> late.remove(bucket));
  }

  private void restore(String label, int bucket, double[] numbers) {
    int c = state.classes.find(label);
    if (c >= 0) {
      restore(c, bucket, numbers);
    } else {
      waiting.computeIfAbsent(label, none -> new TreeMap<>()).put(bucket, numbers);
    }
  }

  private void restore(int c, int bucket, double[] numbers) {
    for (int i = 0; i < numbers.length; i += 2) {
      evidence(c).add(Cells.first(bucket) + i / 2, numbers[i], numbers[i + 1]);
    }
  }

  /** Gives a restored class the evidence that came before it. */
  void adopt(int c) {
    Map<Integer, double[]> rows = waiting.remove(state.classes.label(c));
    if (rows != null) {
      rows.forEach((bucket, numbers) -> restore(c, bucket, numbers));
    }
  }

  /** Forgets the waiting evidence of a removed class. */
  void forget(String label) {
    waiting.remove(label);
  }
}
