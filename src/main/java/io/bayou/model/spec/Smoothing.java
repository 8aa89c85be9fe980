package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requireDistribution;
import static io.bayou.model.spec.Requirements.requireFraction;
import static io.bayou.model.spec.Requirements.requireNotNegative;
import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pseudo-counts of discrete features. */
public sealed interface Smoothing {
  /** (n_cv + alpha) / (n_c + alpha K); 1 is Laplace's rule, 0 the relative frequency. */
  record Additive(double alpha) implements Smoothing {
    public Additive {
      requireNotNegative("smoothing", alpha);
    }
  }

  /** (n_cv + m p_v) / (n_c + m). */
  record MEstimate(double m, Share p) implements Smoothing {
    public MEstimate {
      requireNotNegative("smoothing.m", m);
      requireNonNull(p, "p");
    }

    public MEstimate(double m) {
      this(m, new Share.Equal());
    }

    @Override
    public List<String> values() {
      return p instanceof Share.ByValue byValue
          ? List.copyOf(byValue.shares().keySet())
          : List.of();
    }
  }

  /** P(true|c) = (n_1 + a) / (n_c + a + b). */
  record Beta(double a, double b) implements Smoothing {
    public Beta {
      requireNotNegative("smoothing.beta", a);
      requireNotNegative("smoothing.beta", b);
    }
  }

  /** (n_cv + alpha_v) / (n_c + sum of all alpha); an unlisted value has alpha 0. */
  record Dirichlet(SortedMap<String, Double> alphas) implements Smoothing {
    public Dirichlet {
      alphas = Collections.unmodifiableSortedMap(new TreeMap<>(alphas));
      alphas.forEach((value, alpha) -> requireNotNegative("smoothing of '" + value + "'", alpha));
      if (alphas.isEmpty()) {
        throw new IllegalArgumentException("smoothing.dirichlet must list at least one value");
      }
    }

    @Override
    public List<String> values() {
      return List.copyOf(alphas.keySet());
    }
  }

  /** The p of an m-estimate: the prior probability of each value. */
  sealed interface Share {
    /** 1 / K. */
    record Equal() implements Share {}

    /** p for true, 1 - p for false. */
    record OfTrue(double p) implements Share {
      public OfTrue {
        requireFraction("smoothing.p", p);
      }
    }

    /** As given; an unlisted value has 0. */
    record ByValue(SortedMap<String, Double> shares) implements Share {
      public ByValue {
        shares = Collections.unmodifiableSortedMap(new TreeMap<>(shares));
        requireDistribution("smoothing.p", "smoothing.p", shares);
      }
    }

    /** The value's share over all classes. */
    record Overall() implements Share {}
  }

  /** The values that it names; they exist from the start. */
  default List<String> values() {
    return List.of();
  }

  /**
   * Why it does not fit features of a type, as an error message; empty if it fits.
   *
   * @param text how a text becomes tokens; ignored for other features
   */
  default String objection(FeatureType type, TextSpec text) {
    boolean bool = type == FeatureType.BERNOULLI;
    boolean presence = type == FeatureType.BERNOULLI_TEXT;
    boolean successes = type == FeatureType.BINOMIAL;
    boolean ofTrue = this instanceof MEstimate estimate && estimate.p() instanceof Share.OfTrue;
    boolean overall = this instanceof MEstimate estimate && estimate.p() instanceof Share.Overall;
    if ((ofTrue || this instanceof Beta) && !bool && !presence && !successes) {
      return ofTrue
          ? "p as one number is for bernoulli features; a "
              + type.key()
              + " one needs a map from value to p, or overall"
          : "beta is for bernoulli features; a " + type.key() + " one needs dirichlet";
    }
    if (values().isEmpty() && !overall) {
      return "";
    }
    if (successes) {
      return overall ? "" : "a binomial feature needs beta, not smoothing by value";
    }
    if (presence || text.variant() != TextSpec.Variant.STANDARD) {
      return "smoothing by value is not for bernoulli-text or complement";
    }
    if (!values().isEmpty() && text.hash().isPresent()) {
      return "smoothing by value means nothing where tokens are hashed";
    }
    return bool && !List.of("false", "true").containsAll(values())
        ? "a bernoulli feature has the values true and false, not " + values()
        : "";
  }
}
