package io.bayou.replay;

import io.bayou.model.Description;
import io.bayou.model.Learner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The description of a learner by class and feature, in a form that can be compared. */
final class Statistics implements Description {
  private final SortedMap<String, String> lines = new TreeMap<>();
  private String label = "";

  static SortedMap<String, String> of(Learner learner) {
    Statistics statistics = new Statistics();
    learner.describe(statistics);
    return statistics.lines;
  }

  /** The first class and feature in which two learners differ, with both of its values. */
  static Optional<String> firstDifference(
      Learner one, String nameOfOne, Learner other, String nameOfOther) {
    SortedMap<String, String> mine = of(one);
    SortedMap<String, String> theirs = of(other);
    SortedMap<String, String> all = new TreeMap<>(mine);
    all.putAll(theirs);
    for (String key : all.keySet()) {
      String left = mine.getOrDefault(key, "nothing");
      String right = theirs.getOrDefault(key, "nothing");
      if (!left.equals(right)) {
        return Optional.of(key + ": " + nameOfOne + " " + left + ", " + nameOfOther + " " + right);
      }
    }
    return Optional.empty();
  }

  @Override
  public void beginClass(String name, long examples, double weight) {
    label = "class '" + name + "'";
    lines.put(label, examples + " examples of weight " + weight);
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    put(feature, "weight " + weight + ", mean " + mean + ", variance " + variance);
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    for (Map.Entry<String, Double> count : counts.entrySet()) {
      put(feature + "' = '" + count.getKey(), "weight " + count.getValue());
    }
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    put(feature + (value.isEmpty() ? "" : "' = '" + value), mean + " ± " + deviation);
  }

  @Override
  public void tokens(String feature, double weight, int distinct, List<Token> telling) {
    put(feature, "weight " + weight + ", " + distinct + " tokens");
    for (Token token : telling) {
      put(feature + "' = '" + token.token(), "weight " + token.count());
    }
  }

  private void put(String feature, String value) {
    lines.put(label + ", feature '" + feature + "'", value);
  }
}
