package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Weights by true and predicted label; grows with the labels that it meets, up to a limit. */
final class ConfusionMatrix {
  /** Index of {@link Score#NONE}, which only occurs as a prediction. */
  static final int NONE = 0;

  private final int limit;
  private final Map<String, Integer> indexes = new HashMap<>();
  private String[] labels = new String[8];
  private double[][] weights = new double[8][];
  private double[] totals = new double[8];
  private int size;
  private int majority = -1;

  ConfusionMatrix(int maxClasses) {
    limit = maxClasses + 1;
    open(Score.NONE);
  }

  /** The row and column of a label; a new label gets the next one, or that of the others. */
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
      weights = Arrays.copyOf(weights, size * 2);
      totals = Arrays.copyOf(totals, size * 2);
    }
    labels[size] = label;
    weights[size] = new double[labels.length];
    indexes.put(label, size);
    return size++;
  }

  void add(int truth, int predicted, double weight) {
    if (predicted >= weights[truth].length) {
      weights[truth] = Arrays.copyOf(weights[truth], labels.length);
    }
    weights[truth][predicted] += weight;
    totals[truth] += weight;
    if (majority < 0 || totals[truth] > totals[majority]) {
      majority = truth;
    }
  }

  /** The commonest true label so far, of equals the one that was there first; -1 for none yet. */
  int majority() {
    return majority;
  }

  void scale(double factor) {
    for (int truth = 0; truth < size; truth++) {
      totals[truth] *= factor;
      for (int predicted = 0; predicted < weights[truth].length; predicted++) {
        weights[truth][predicted] *= factor;
      }
    }
  }

  /** The weights that are not zero, each divided by the unit. */
  SortedMap<String, SortedMap<String, Double>> toMap(double unit) {
    SortedMap<String, SortedMap<String, Double>> map = new TreeMap<>();
    for (int truth = 0; truth < size; truth++) {
      SortedMap<String, Double> row = new TreeMap<>();
      for (int predicted = 0; predicted < weights[truth].length; predicted++) {
        if (weights[truth][predicted] != 0.0) {
          row.put(labels[predicted], weights[truth][predicted] / unit);
        }
      }
      if (!row.isEmpty()) {
        map.put(labels[truth], row);
      }
    }
    return map;
  }

  /** The label with this index. */
  String label(int index) {
    return labels[index];
  }

  /** How many labels occurred as the truth. */
  int truths() {
    int truths = 0;
    for (int truth = 0; truth < size; truth++) {
      truths += totals[truth] > 0.0 ? 1 : 0;
    }
    return truths;
  }

  void write(StateWriter out) {
    out.integer(size);
    for (int truth = 0; truth < size; truth++) {
      out.text(labels[truth]);
      out.number(totals[truth]);
    }
    out.integer(majority);
    for (int truth = 0; truth < size; truth++) {
      int cells = 0;
      for (double weight : weights[truth]) {
        cells += weight != 0.0 ? 1 : 0;
      }
      out.integer(cells);
      for (int predicted = 0; predicted < weights[truth].length; predicted++) {
        if (weights[truth][predicted] != 0.0) {
          out.integer(predicted);
          out.number(weights[truth][predicted]);
        }
      }
    }
  }

  /** Takes in what was written, into a matrix that is still empty. */
  void read(StateReader in) {
    int restored = in.count(Integer.MAX_VALUE);
    for (int truth = 0; truth < restored; truth++) {
      String label = in.text();
      int index = truth == NONE ? NONE : open(label);
      totals[index] = in.amount();
    }
    majority = (int) in.integer();
    for (int truth = 0; truth < restored; truth++) {
      int cells = in.count(restored);
      for (int i = 0; i < cells; i++) {
        int predicted = in.count(restored);
        if (predicted >= weights[truth].length) {
          weights[truth] = Arrays.copyOf(weights[truth], labels.length);
        }
        weights[truth][predicted] = in.amount();
      }
    }
  }
}
