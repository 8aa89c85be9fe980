package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Weights by true and predicted label, each named by its number. */
final class ConfusionMatrix {
  private final LabelTable labels;
  private ConfusionRow[] rows = new ConfusionRow[8];
  private int majority = -1;

  ConfusionMatrix(LabelTable labels) {
    this.labels = labels;
  }

  void add(int truth, int predicted, double weight) {
    ConfusionRow row = row(truth);
    row.add(predicted, weight);
    if (majority < 0 || row.total() > rows[majority].total()) {
      majority = truth;
    }
  }

  private ConfusionRow row(int truth) {
    if (truth >= rows.length) {
      rows = Arrays.copyOf(rows, Math.max(truth + 1, rows.length * 2));
    }
    if (rows[truth] == null) {
      rows[truth] = new ConfusionRow();
    }
    return rows[truth];
  }

  /** The commonest true label so far, of equals the one that was there first; -1 for none yet. */
  int majority() {
    return majority;
  }

  void scale(double factor) {
    for (ConfusionRow row : rows) {
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

  /** How many labels occurred as the truth. */
  int truths() {
    int truths = 0;
    for (ConfusionRow row : rows) {
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
}
