package io.bayou.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * One example of a test.
 *
 * @param values by feature: a Double, Boolean, String or list of strings, or null for missing
 */
public record Sample(SortedMap<String, Object> values, String label, double weight, long time) {
  public Sample {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  /** The values in name order, with a dictionary of their own. */
  Features features() {
    return features(new FeatureNames());
  }

  /** The values in name order. */
  Features features(FeatureNames names) {
    return features(names, List.copyOf(values.keySet()));
  }

  /** The values in any order. */
  Features shuffled(RandomGenerator random) {
    List<String> order = new ArrayList<>(values.keySet());
    for (int i = order.size() - 1; i > 0; i--) {
      Collections.swap(order, i, random.nextInt(i + 1));
    }
    return features(new FeatureNames(), order);
  }

  Sample withLabel(String other) {
    return new Sample(values, other, weight, time);
  }

  void learn(Learner learner) {
    learner.learn(features(), label, weight, time);
  }

  void retract(Learner learner) {
    learner.retract(features(), label, weight, time);
  }

  private Features features(FeatureNames names, List<String> order) {
    Features features = new Features(names);
    for (String name : order) {
      put(features, names.idOf(name), values.get(name));
    }
    return features;
  }

  @SuppressWarnings("unchecked") // lists hold strings only
  private static void put(Features features, int id, Object value) {
    if (value == null) {
      features.missing(id);
    } else if (value instanceof Double number) {
      features.number(id, number);
    } else if (value instanceof Boolean truth) {
      features.truth(id, truth);
    } else if (value instanceof String text) {
      features.text(id, text);
    } else {
      features.tokens(id, (List<String>) value);
    }
  }
}
