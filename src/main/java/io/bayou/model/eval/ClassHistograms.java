package io.bayou.model.eval;

import io.bayou.model.Posterior;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The histograms of all classes by label, as long as there are few enough. */
final class ClassHistograms {
  private final SortedMap<String, ClassHistogram> classes = new TreeMap<>();
  private boolean full;
  private boolean changed;

  /**
   * @param loss what the event adds to the log loss
   */
  void add(Posterior answer, String truth, double loss, double weight) {
    if (full || !open(answer, truth)) {
      full = true;
      return;
    }
    changed = true;
    for (int c = 0; c < answer.size(); c++) {
      String label = answer.label(c);
      classes.get(label).add(answer.probability(c), label.equals(truth), weight);
    }
    classes.get(truth).addLoss(loss);
  }

  /* An event counts for all classes or for none. */
  private boolean open(Posterior answer, String truth) {
    for (int c = 0; c < answer.size(); c++) {
      if (!open(answer.label(c))) {
        return false;
      }
    }
    return open(truth);
  }

  private boolean open(String label) {
    if (classes.containsKey(label)) {
      return true;
    }
    if (classes.size() < Scores.MAX_CLASSES) {
      classes.put(label, new ClassHistogram());
      return true;
    }
    return false;
  }

  void scale(double factor) {
    changed |= !classes.isEmpty();
    classes.values().forEach(histogram -> histogram.scale(factor));
  }

  void merge(Map<String, ClassScores> other, double unit) {
    other.forEach((label, scores) -> histogram(label).merge(scores, unit));
  }

  /** The sums by label, each divided by the unit. */
  SortedMap<String, ClassScores> toMap(double unit) {
    SortedMap<String, ClassScores> map = new TreeMap<>();
    classes.forEach((label, histogram) -> map.put(label, histogram.scores(unit)));
    return map;
  }

  /** Whether anything has changed since the last call. */
  boolean takeChanged() {
    boolean before = changed;
    changed = false;
    return before;
  }

  Iterable<String> labels() {
    return classes.keySet();
  }

  /** The histogram of a class; a new one if it has none. */
  ClassHistogram histogram(String label) {
    return classes.computeIfAbsent(label, k -> new ClassHistogram());
  }
}
