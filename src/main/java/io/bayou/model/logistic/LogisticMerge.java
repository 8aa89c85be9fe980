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
    to.inputs.unbind();
    to.markStale();
  }

  private static void copy(LogisticState to, LogisticState from) {
    to.columns.copy(from.columns);
    to.frame.copy(from.frame);
    to.newcomer.copy(from.newcomer);
    to.time = from.time;
    for (ClassWeights of : from.classes()) {
      to.insert(to.classes().size(), of.copy(to.rule));
    }
    int[] theirs = classesOf(to, from);
    for (int k = 0; k < from.texts.size(); k++) {
      to.texts.get(k).merge(from.texts.get(k), theirs, 1.0);
    }
    to.reserve();
  }

  private void merge() {
    for (ClassWeights of : from.classes()) {
      if (to.open(of.label()) < 0) {
        to.refusals.count(Reason.TOO_MANY_CLASSES);
      }
    }
    mergeMoments();
    for (ClassWeights of : to.classes()) {
      int k = from.find(of.label());
      if (k >= 0) {
        mergeClass(of, from.classes().get(k));
      } else {
        from.newcomer.introduce(of.evidence(), centre(), factor);
      }
    }
    to.newcomer.merge(from.newcomer, factor);
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
    Frame scaled = new Frame();
    scaled.copy(from.frame);
    if (factor != 1.0) {
      scaled.scaleWeight(factor);
    }
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0 && j < scaled.size()) {
        to.frame.moments().merge(numbers[j], scaled.moments(), j);
      }
    }
    to.frame.settle(to.classes());
  }

  private void mergeClass(ClassWeights of, ClassWeights other) {
    Evidence moved = other.evidence().copy();
    moved.open(from.frame.size());
    moved.scale(factor);
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        to.frame.adopt(moved, from.frame, j, numbers[j]);
      }
    }
    of.evidence().add(aligned(moved));
    of.count(other.examples(), factor * other.weight());
  }

  /* In our columns; of those that the other one lacks it saw the mean. */
  private Evidence aligned(Evidence moved) {
    Evidence aligned = new Evidence();
    aligned.open(to.frame.size());
    aligned.merge(moved, numbers, cells);
    boolean[] known = new boolean[to.frame.size()];
    for (int column : numbers) {
      if (column >= 0) {
        known[column] = true;
      }
    }
    for (int j = 0; j < known.length; j++) {
      if (!known[j]) {
        aligned.move(j, 0.0, to.frame.centre(j));
      }
    }
    return aligned;
  }

  /* Where the mean of the other's inputs is in our coordinates. */
  private double[] centre() {
    double[] centre = to.centre();
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        centre[numbers[j] + 1] = to.frame.centreOf(from.frame, j, numbers[j]);
      }
    }
    return centre;
  }
}
