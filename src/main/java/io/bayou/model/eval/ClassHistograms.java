package io.bayou.model.eval;

import io.bayou.model.Posterior;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The histograms of all classes by label, as long as there are few enough. */
final class ClassHistograms {
  private final SortedMap<String, ClassHistogram> classes = new TreeMap<>();

  /* The labels of the latest answer and their histograms: mostly those of the next one. */
  private String[] latest = {};
  private ClassHistogram[] inOrder = {};

  private boolean full;
  private boolean changed;

  /**
   * @param loss what the event adds to the log loss
   */
  void add(ScoredAnswer given, double loss, double weight) {
    if (full || !open(given)) {
      full = true;
      return;
    }
    changed = true;
    Posterior answer = given.answer();
    int[] cells = given.cells();
    for (int c = 0; c < answer.size(); c++) {
      if (answer.probability(c) > 0.0) {
        inOrder[c].add(cells[c], c == given.own(), weight);
      }
    }
    histogram(given).addLoss(loss);
  }

  private ClassHistogram histogram(ScoredAnswer given) {
    return given.isKnown() ? inOrder[given.own()] : classes.get(given.label());
  }

  /* An event counts for all classes or for none. */
  private boolean open(ScoredAnswer given) {
    return (given.isKnown() && isInOrder(given.answer())) || openAll(given.answer(), given.label());
  }

  @SuppressWarnings("ReferenceEquality") // others are looked up by value
  private boolean isInOrder(Posterior answer) {
    boolean same = latest.length == answer.size();
    for (int c = 0; same && c < latest.length; c++) {
      same = latest[c] == answer.label(c);
    }
    return same;
  }

  private boolean openAll(Posterior answer, String truth) {
    for (int c = 0; c < answer.size(); c++) {
      if (!open(answer.label(c))) {
        return false;
      }
    }
    if (!open(truth)) {
      return false;
    }
    latest = new String[answer.size()];
    inOrder = new ClassHistogram[latest.length];
    for (int c = 0; c < latest.length; c++) {
      latest[c] = answer.label(c);
      inOrder[c] = classes.get(latest[c]);
    }
    return true;
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
