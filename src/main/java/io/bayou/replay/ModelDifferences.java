package io.bayou.replay;

import io.bayou.model.Description;
import io.bayou.model.Learner;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The differences between two models, by class and feature. */
public final class ModelDifferences {
  private ModelDifferences() {}

  /**
   * One statistic that differs.
   *
   * @param what the class, and the feature
   * @param one its value in the first model; "nothing" if the model does not have it
   * @param other its value in the second model
   */
  public record Difference(String what, String one, String other) {}

  public static List<Difference> between(Learner one, Learner other) {
    SortedMap<String, String> left = statistics(one);
    SortedMap<String, String> right = statistics(other);
    SortedMap<String, String> all = new TreeMap<>(left);
    all.putAll(right);
    List<Difference> differences = new ArrayList<>();
    for (String what : all.keySet()) {
      String mine = left.getOrDefault(what, "nothing");
      String theirs = right.getOrDefault(what, "nothing");
      if (!mine.equals(theirs)) {
        differences.add(new Difference(what, mine, theirs));
      }
    }
    return differences;
  }

  private static SortedMap<String, String> statistics(Learner learner) {
    Statistics statistics = new Statistics();
    learner.describe(statistics);
    return statistics.lines;
  }

  /** The statistics of a learner as text, by class and feature. */
  private static final class Statistics implements Description {
    private final SortedMap<String, String> lines = new TreeMap<>();
    private String label = "";

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
      counts.forEach((value, count) -> put(feature + "' = '" + value, "weight " + count));
    }

    @Override
    public void weight(String feature, String value, double mean, double deviation) {
      put(feature + (value.isEmpty() ? "" : "' = '" + value), mean + " ± " + deviation);
    }

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {
      put(feature, "weight " + weight + ", " + distinct + " tokens");
      telling.forEach(t -> put(feature + "' = '" + t.token(), "weight " + t.count()));
    }

    private void put(String feature, String value) {
      lines.put(label + ", feature '" + feature + "'", value);
    }
  }
}
