package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;

/** What was predicted where one label was true: weights, for the labels that were. */
final class ConfusionRow {
  /* Sorted by label number. Of a thousand classes a model mixes up but a few with each other. */
  private int[] predicted = new int[4];
  private double[] weights = new double[4];
  private int size;
  private double total;

  void add(int label, double weight) {
    int at = Arrays.binarySearch(predicted, 0, size, label);
    if (at < 0) {
      at = -at - 1;
      insert(at, label);
    }
    weights[at] += weight;
    total += weight;
  }

  private void insert(int at, int label) {
    if (size == predicted.length) {
      predicted = Arrays.copyOf(predicted, size * 2);
      weights = Arrays.copyOf(weights, size * 2);
    }
    System.arraycopy(predicted, at, predicted, at + 1, size - at);
    System.arraycopy(weights, at, weights, at + 1, size - at);
    predicted[at] = label;
    weights[at] = 0.0;
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

  /** Takes in what was written, into a row that is still empty. */
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
