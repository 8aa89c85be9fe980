package io.bayou.model;

import static io.bayou.model.Requirements.requireNotNegative;

import java.util.Optional;

/** Pseudo-counts of discrete features. */
public sealed interface Smoothing {
  /** (n_cv + alpha) / (n_c + alpha K); 1 is Laplace's rule, 0 the relative frequency. */
  record Additive(double alpha) implements Smoothing {
    public Additive {
      requireNotNegative("smoothing", alpha);
    }
  }

  /** (n_cv + m p) / (n_c + m); without p, p = 1/K. */
  record MEstimate(double m, Optional<Double> p) implements Smoothing {
    public MEstimate {
      requireNotNegative("smoothing.m", m);
      if (p.isPresent() && !(p.get() > 0.0 && p.get() <= 1.0)) {
        throw new IllegalArgumentException("smoothing.p must be in (0, 1], was " + p.get());
      }
    }
  }
}
