package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requirePositive;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Probability of a class before its features are seen. */
public sealed interface Prior {
  /** The classes that it names: they exist before any example of them has come. */
  default SortedSet<String> classes() {
    return new TreeSet<>();
  }

  /** (n_c + a) / (n + a K). */
  record Dirichlet(double alpha) implements Prior {
    public Dirichlet {
      requirePositive("prior alpha", alpha);
    }
  }

  /** (n_c + a_c) / (n + sum of all a); a class that is not listed has a = 0. */
  record ByClass(SortedMap<String, Double> alphas) implements Prior {
    public ByClass {
      alphas = Collections.unmodifiableSortedMap(new TreeMap<>(alphas));
      if (alphas.isEmpty()) {
        throw new IllegalArgumentException("prior.dirichlet must list at least one class");
      }
      alphas.forEach(
          (label, alpha) -> requirePositive("prior.dirichlet of '" + label + "'", alpha));
    }

    @Override
    public SortedSet<String> classes() {
      return new TreeSet<>(alphas.keySet());
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

    @Override
    public SortedSet<String> classes() {
      return new TreeSet<>(probabilities.keySet());
    }
  }
}
