package io.bayou.model.spec;

import static io.bayou.model.spec.Requirements.requireFraction;
import static java.util.Objects.requireNonNull;

/** How the covariance of a discriminant is estimated. */
public sealed interface Covariance {
  /** What a scatter matrix is divided by. */
  enum Denominator {
    N,
    N_MINUS_1,
    N_MINUS_K
  }

  /** By the book: n-k for lda, n-1 for qda, friedman(0.5, 0) for rda. */
  record Default() implements Covariance {}

  /**
   * By the book, plus a few pseudo-observations with the variance of all classes together: one for
   * lda and rda, as many as there are features for qda. For few examples and many features.
   */
  record CommonPrior() implements Covariance {}

  /**
   * Scatter over its denominator.
   *
   * @param shrinkage s in (1-s) S + s tr(S)/d I
   * @param identity r in (1-r) S + r I
   */
  record Plain(Denominator denominator, double shrinkage, double identity) implements Covariance {
    public Plain {
      requireNonNull(denominator, "denominator");
      requireFraction("covariance.shrinkage", shrinkage);
      requireFraction("covariance.identity", identity);
    }
  }

  /** Friedman (1989): pooled by lambda, then towards the identity by gamma. */
  record Friedman(double lambda, double gamma) implements Covariance {
    public Friedman {
      requireFraction("covariance.lambda", lambda);
      requireFraction("covariance.gamma", gamma);
    }
  }

  /** Hastie, Tibshirani, Friedman (4.13): alpha S_c + (1-alpha) S. */
  record Esl(double alpha) implements Covariance {
    public Esl {
      requireFraction("covariance.alpha", alpha);
    }
  }
}
