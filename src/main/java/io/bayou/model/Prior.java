package io.bayou.model;

import static io.bayou.model.Requirements.requirePositive;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Probability of a class before its features are seen. */
public sealed interface Prior {
  /** (n_c + a) / (n + a K). */
  record Dirichlet(double alpha) implements Prior {
    public Dirichlet {
      requirePositive("prior alpha", alpha);
    }
  }

  /** n_c / n. */
  record Empirical() implements Prior {}

  /** 1 / K. */
  record Uniform() implements Prior {}

  /** As given; a class that is not listed is impossible. */
  record Fixed(SortedMap<String, Double> probabilities) implements Prior {
    public Fixed {
      probabilities = Collections.unmodifiableSortedMap(new TreeMap<>(probabilities));
      double sum = 0.0;
      for (Map.Entry<String, Double> entry : probabilities.entrySet()) {
        if (!(entry.getValue() >= 0.0)) {
          throw new IllegalArgumentException(
              "prior of '" + entry.getKey() + "' must be >= 0, was " + entry.getValue());
        }
        sum += entry.getValue();
      }
      if (!(Math.abs(sum - 1.0) <= 1e-9)) {
        throw new IllegalArgumentException("fixed priors must sum to 1, sum was " + sum);
      }
    }
  }
}
