package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Posterior;

/** An answer and its true label: what several scores need of them, worked out once. Reusable. */
final class ScoredAnswer {
  private final LabelTable labels;
  private Posterior answer = new Posterior();
  private String label = "";
  private int truth;
  private int predicted;
  private int own;
  private double log;
  private int[] cells = {};
  private boolean hasCells;

  /**
   * @param labels of the confusion matrices
   */
  ScoredAnswer(LabelTable labels) {
    this.labels = labels;
  }

  /** Starts with another answer, which is not copied. */
  ScoredAnswer of(Posterior given, String trueLabel) {
    answer = given;
    label = requireNonNull(trueLabel, "label");
    truth = labels.indexOf(label);
    predicted = answer.isEmpty() ? LabelTable.NONE : labels.indexOf(answer.label(answer.best()));
    own = answer.indexOf(label);
    log = own < 0 ? Double.NaN : Math.log(Math.max(probability(), Score.MIN_PROBABILITY));
    hasCells = false;
    return this;
  }

  Posterior answer() {
    return answer;
  }

  String label() {
    return label;
  }

  /** The number of the true label in the table. */
  int truth() {
    return truth;
  }

  /** The number of the most probable label in the table. */
  int predicted() {
    return predicted;
  }

  /** The index of the true label in the answer, or -1. */
  int own() {
    return own;
  }

  boolean isKnown() {
    return own >= 0;
  }

  boolean isRight() {
    return isKnown() && own == answer.best();
  }

  /** The probability of the true label; 0 if the model does not know it. */
  double probability() {
    return own < 0 ? 0.0 : answer.probability(own);
  }

  /** The logarithm of {@link #probability}, bounded; only where the label is known. */
  double logProbability() {
    return log;
  }

  /** By class of the answer, the cell of its probability on the finest scale, if it is above 0. */
  int[] cells() {
    if (!hasCells) {
      hasCells = true;
      if (cells.length < answer.size()) {
        cells = new int[2 * answer.size()];
      }
      for (int c = 0; c < answer.size(); c++) {
        double p = answer.probability(c);
        cells[c] = p > 0.0 ? LogitScale.cell(p) : 0;
      }
    }
    return cells;
  }
}
