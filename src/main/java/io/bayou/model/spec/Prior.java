package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requireDistribution;
import static io.bayou.model.spec.Requirements.requirePositive;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Probability of a class before its features are seen. */
public sealed interface Prior {
  /** The classes that it names; they exist before their first example. */
  default SortedSet<String> classes() {
    return new TreeSet<>();
  }

  /** (n_c + a) / (n + a K). */
  record Dirichlet(double alpha) implements Prior {
    public Dirichlet {
      requirePositive("prior alpha", alpha);
    }
  }

  /** (n_c + a_c) / (n + sum of all a); an unlisted class has a = 0. */
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

  /** As given; an unlisted class is impossible. */
  record Fixed(SortedMap<String, Double> probabilities) implements Prior {
    public Fixed {
      probabilities = Collections.unmodifiableSortedMap(new TreeMap<>(probabilities));
      requireDistribution("prior", "fixed priors", probabilities);
    }

    @Override
    public SortedSet<String> classes() {
      return new TreeSet<>(probabilities.keySet());
    }
  }
}
