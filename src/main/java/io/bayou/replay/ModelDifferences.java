package io.bayou.replay;

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
   * @param one its value in the first model; "nothing" if it is not there
   * @param other its value in the second model
   */
  public record Difference(String what, String one, String other) {}

  public static List<Difference> between(Learner one, Learner other) {
    SortedMap<String, String> left = Statistics.of(one);
    SortedMap<String, String> right = Statistics.of(other);
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
}
