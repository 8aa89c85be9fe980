package io.bayou.model.logistic;

import io.bayou.model.Refusals.Reason;
import java.util.Arrays;
import java.util.BitSet;

/** Adds another regression of the same spec: prior + sum of (partial - prior). */
final class LogisticMerge {
  private final LogisticState to;
  private final LogisticState from;
  private final int[] numbers;
  private final BitSet known = new BitSet(); // our numeric columns that the other has, too
  private final int[] cells;
  private final int[] texts;
  private final double factor;

  private LogisticMerge(LogisticState to, LogisticState from) {
    this.to = to;
    this.from = from;
    to.columns.setClasses(to.classes.size());
    numbers = to.columns.numbersOf(from.columns);
    Arrays.stream(numbers).filter(column -> column >= 0).forEach(known::set);
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
    to.columns.cells().markAllChanged();
    to.markStale();
  }

  private static void copy(LogisticState to, LogisticState from) {
    to.columns.copy(from.columns);
    to.standardizer.copy(from.standardizer);
    to.newClassPrior.copy(from.newClassPrior);
    to.averaged.merge(from.averaged);
    to.time = from.time;
    for (int c = 0; c < from.classes.size(); c++) {
      to.insert(from.classes.label(c), from.weights().get(c).evidence().copy());
      to.classes.set(c, from.classes.examples(c), from.classes.weight(c));
    }
    int[] theirs = classesOf(to, from);
    for (int k = 0; k < from.texts.size(); k++) {
      to.texts.get(k).merge(from.texts.get(k), theirs, 1.0);
    }
    to.reserve();
  }

  private void merge() {
    for (String label : from.classes.labels()) {
      if (to.open(label) < 0) {
        to.refusals.count(Reason.TOO_MANY_CLASSES);
      }
    }
    mergeMoments();
    int[] theirs = classesOf(to, from);
    for (int c = 0; c < theirs.length; c++) {
      Evidence evidence = to.weights().get(c).evidence();
      if (theirs[c] >= 0) {
        evidence.add(aligned(from.weights().get(theirs[c]).evidence()));
        double weight = factor * from.classes.weight(theirs[c]);
        to.count(c, from.classes.examples(theirs[c]), weight);
      } else {
        from.newClassPrior.introduce(evidence, center(), factor);
      }
    }
    to.newClassPrior.merge(from.newClassPrior, factor);
    to.averaged.merge(from.averaged);
    for (int k = 0; k < texts.length; k++) {
      if (texts[k] >= 0) {
        to.texts.get(texts[k]).merge(from.texts.get(k), theirs, factor);
      }
    }
  }

  /* By own class, the index of the other's; -1 if it has none. */
  private static int[] classesOf(LogisticState to, LogisticState from) {
    return Arrays.stream(to.classes.labels())
        .mapToInt(label -> Math.max(-1, from.classes.find(label)))
        .toArray();
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
    to.standardizer.settle(to.weights());
  }

  /* The other's evidence in our columns and coordinates. Of columns that it lacks it saw the mean. */
  private Evidence aligned(Evidence other) {
    Evidence moved = other.copy();
    moved.open(from.standardizer.size());
    moved.scale(factor);
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        to.standardizer.adopt(moved, from.standardizer, j, numbers[j]);
      }
    }
    Evidence aligned = new Evidence();
    aligned.open(to.standardizer.size());
    aligned.merge(moved, numbers, cells);
    for (int j = 0; j < to.standardizer.size(); j++) {
      if (!known.get(j)) {
        aligned.move(j, 0.0, to.standardizer.center(j));
      }
    }
    return aligned;
  }

  /* The mean of the other's inputs in our coordinates. */
  private double[] center() {
    double[] center = to.center();
    for (int j = 0; j < numbers.length; j++) {
      if (numbers[j] >= 0) {
        center[numbers[j] + 1] = to.standardizer.centerOf(from.standardizer, j, numbers[j]);
      }
    }
    return center;
  }
}
