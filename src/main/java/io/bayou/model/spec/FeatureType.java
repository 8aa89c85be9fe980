package io.bayou.model.spec;

import java.util.Locale;

/** How a feature is modeled. */
public enum FeatureType {
  /** A number with a normal distribution in each class. */
  GAUSSIAN,
  /** A number with the Student-t predictive of a normal whose mean and variance are uncertain. */
  STUDENT_T,
  /** True or false. */
  BERNOULLI,
  /** One of several strings. */
  CATEGORICAL,
  /** A number, by the interval that it falls in. */
  BINNED,
  /** The number of successes in a given number of trials. */
  BINOMIAL,
  /** A text, by how often each token occurs. */
  MULTINOMIAL,
  /** A text, by which tokens occur and which do not. */
  BERNOULLI_TEXT,
  /** Not used. */
  IGNORE;

  /** The name used in specs: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public boolean isNumeric() {
    return this == GAUSSIAN || this == STUDENT_T || this == BINNED || this == BINOMIAL;
  }

  /** Whether its values are counted, so that smoothing applies. */
  public boolean hasCells() {
    return this == BERNOULLI
        || this == CATEGORICAL
        || this == BINNED
        || this == BINOMIAL
        || isText();
  }

  public boolean isText() {
    return this == MULTINOMIAL || this == BERNOULLI_TEXT;
  }
}
