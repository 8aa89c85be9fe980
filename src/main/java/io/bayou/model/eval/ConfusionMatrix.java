package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Weights by true and predicted label; labels are indexes of a {@link LabelTable}. */
final class ConfusionMatrix {
  private final LabelTable labels;
  private Row[] rows = new Row[8];
  private int majority = -1;

  ConfusionMatrix(LabelTable labels) {
    this.labels = labels;
  }

  void add(int truth, int predicted, double weight) {
    Row row = row(truth);
    row.add(predicted, weight);
    if (majority < 0 || row.total() > rows[majority].total()) {
      majority = truth;
    }
  }

  private Row row(int truth) {
    if (truth >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(truth + 1, rows.length * 2));
    }
    if (rows[truth] == null) {
      rows[truth] = new Row();
    }
    return rows[truth];
  }

  /** The most frequent true label so far, the earlier one of ties; -1 if there is none. */
  int majority() {
    return majority;
  }

  void scale(double factor) {
    for (Row row : rows) {
      if (row != null) {
        row.scale(factor);
      }
    }
  }

  /** The weights that are not zero, each divided by the unit. */
  SortedMap<String, SortedMap<String, Double>> toMap(double unit) {
    SortedMap<String, SortedMap<String, Double>> map = new TreeMap<>();
    for (int truth = 0; truth < rows.length; truth++) {
      if (rows[truth] != null) {
        SortedMap<String, Double> cells = new TreeMap<>();
        rows[truth].addTo(cells, labels, unit);
        if (!cells.isEmpty()) {
          map.put(labels.label(truth), cells);
        }
      }
    }
    return map;
  }

  /** How many labels occurred as true labels. */
  int truths() {
    int truths = 0;
    for (Row row : rows) {
      truths += row != null && row.total() > 0.0 ? 1 : 0;
    }
    return truths;
  }

  void writeMajority(StateWriter out) {
    out.integer(majority);
  }

  void readMajority(StateReader in) {
    majority = labels.readIndex(in, -1);
    if (majority >= 0) {
      row(majority); // its cells may be read later
    }
  }

  void writeRow(int truth, StateWriter out) {
    row(truth).write(out);
  }

  void readRow(int truth, StateReader in) {
    row(truth).read(in, labels);
  }

  /** The weights of the labels predicted for one true label. */
  private static final class Row {
    /* Sorted by label index, and sparse: a model confuses a class with only a few others. */
    private int[] predicted = new int[4];
    private double[] weights = new double[4];
    private int size;
    private double total;

    void add(int label, double weight) {
      int index = find(label); // may replace the array
      weights[index] += weight;
      total += weight;
    }

    /* With few classes each is in its own place. */
    private int find(int label) {
      if (label >= 0 && label < size && predicted[label] == label) {
        return label;
      }
      int index = Arrays.binarySearch(predicted, 0, size, label);
      if (index < 0) {
        index = -index - 1;
        insert(index, label);
      }
      return index;
    }

    private void insert(int index, int label) {
      if (size == predicted.length) {
        predicted = Arrays.copyOf(predicted, size * 2);
        weights = Arrays.copyOf(weights, size * 2);
      }
      System.arraycopy(predicted, index, predicted, index + 1, size - index);
      System.arraycopy(weights, index, weights, index + 1, size - index);
      predicted[index] = label;
      weights[index] = 0.0;
      size++;
    }

    double total() {
      return total;
    }

    void scale(double factor) {
      total *= factor;
      for (int i = 0; i < size; i++) {
        weights[i] *= factor;
      }
    }

    /** Adds the weights that are not zero, each divided by the unit. */
    void addTo(SortedMap<String, Double> cells, LabelTable labels, double unit) {
      for (int i = 0; i < size; i++) {
        if (weights[i] != 0.0) {
          cells.put(labels.label(predicted[i]), weights[i] / unit);
        }
      }
    }

    void write(StateWriter out) {
      out.number(total);
      out.integer(size);
      for (int i = 0; i < size; i++) {
        out.integer(predicted[i]);
        out.number(weights[i]);
      }
    }

    /** Reads what was written into an empty row. */
    void read(StateReader in, LabelTable labels) {
      total = in.amount();
      int restored = in.count(Integer.MAX_VALUE);
      for (int i = 0; i < restored; i++) {
        int label = labels.readIndex(in, i == 0 ? 0 : predicted[i - 1] + 1);
        insert(i, label);
        weights[i] = in.amount();
      }
    }
  }
}
