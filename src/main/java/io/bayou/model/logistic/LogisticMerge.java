package io.bayou.model.logistic;

import io.bayou.model.Refusals.Reason;

/** Adds what another regression of the same spec has learned: prior + sum of (partial - prior). */
final class LogisticMerge {
  private final LogisticState to;
  private final LogisticState from;
  private final int[] numbers;
  private final int[] cells;
  private final int[] texts;
  private final double factor;

  private LogisticMerge(LogisticState to, LogisticState from) {
    this.to = to;
    this.from = from;
    to.columns.setClasses(to.classes().size());
    numbers = to.columns.numbersOf(from.columns);
    cells = to.columns.cellsOf(from.columns);
    texts = to.columns.textsOf(from.columns);
    to.reserve();
    to.advance(from.time);
    factor = to.decay().factor(from.time, to.time);
  }

  static void merge(LogisticState to, LogisticState from) {
    if (from.isEmpty()) {
      return;
    }
    to.changed = true;
    if (to.isEmpty()) {
      copy(to, from);
    } else {
      new LogisticMerge(to, from).merge();
    }
    to.markStale();
  }

  private static void copy(LogisticState to, LogisticState from) {
    to.columns.copy(from.columns);
    to.standardizer.copy(from.standardizer);
    to.newClassPrior.copy(from.newClassPrior);
    to.time = from.time;
    for (ClassWeights weights : from.classes()) {
      to.insert(to.classes().size(), weights.copy(to.rule));
    }
    int[] theirs = classesOf(to, from);
    for (int k = 0; k < from.texts.size(); k++) {
      to.texts.get(k).merge(from.texts.get(k), theirs, 1.0);
    }
    to.reserve();
  }

  private void merge() {
    for (ClassWeights weights : from.classes()) {
      if (to.open(weights.label()) < 0) {
        to.refusals.count(Reason.TOO_MANY_CLASSES);
      }
    }
    mergeMoments();
    for (ClassWeights weights : to.classes()) {
      int k = from.find(weights.label());
      if (k >= 0) {
        mergeClass(weights, from.classes().get(k));
      } else {
        from.newClassPrior.introduce(weights.evidence(), centre(), factor);
      }
    }
    to.newClassPrior.merge(from.newClassPrior, factor);
    int[] theirs = classesOf(to, from);
    for (int k = 0; k < texts.length; k++) {
      if (texts[k] >= 0) {
        to.texts.get(texts[k]).merge(from.texts.get(k), theirs, factor);
      }
    }
  }

  /* By class, which one it is there; -1 if the other has not met it. */
  private static int[] classesOf(LogisticState to, LogisticState from) {
    int[] theirs = new int[to.classes().size()];
    for (int c = 0; c < theirs.length; c++) {
      theirs[c] = Math.max(-1, from.find(to.labels()[c]));
    }
    return theirs;
  }

  private void mergeMoments() {
    Standardizer scaled = new Standardizer();
    scaled.copy(from.standardizer);
    if (factor != 1.0) {
      scaled.scaleWeight(factor);
    }
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0 && j < scaled.size()) {
        to.standardizer.moments().merge(numbers[j], scaled.moments(), j);
      }
    }
    to.standardizer.settle(to.classes());
  }

  private void mergeClass(ClassWeights weights, ClassWeights other) {
    Evidence moved = other.evidence().copy();
    moved.open(from.standardizer.size());
    moved.scale(factor);
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        to.standardizer.adopt(moved, from.standardizer, j, numbers[j]);
      }
    }
    weights.evidence().add(aligned(moved));
    weights.count(other.examples(), factor * other.weight());
  }

  /* In our columns; of those that the other one lacks it saw the mean. */
  private Evidence aligned(Evidence moved) {
    Evidence aligned = new Evidence();
    aligned.open(to.standardizer.size());
    aligned.merge(moved, numbers, cells);
    boolean[] known = new boolean[to.standardizer.size()];
    for (int column : numbers) {
      if (column >= 0) {
        known[column] = true;
      }
    }
    for (int j = 0; j < known.length; j++) {
      if (!known[j]) {
        aligned.move(j, 0.0, to.standardizer.centre(j));
      }
    }
    return aligned;
  }

  /* Where the mean of the other's inputs is in our coordinates. */
  private double[] centre() {
    double[] centre = to.centre();
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        centre[numbers[j] + 1] = to.standardizer.centreOf(from.standardizer, j, numbers[j]);
      }
    }
    return centre;
  }
}
