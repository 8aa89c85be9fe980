package io.bayou.model;

import java.util.Locale;

/** The classifiers to choose from. */
public enum LearnerKind {
  NAIVE_BAYES,
  LDA,
  QDA,
  RDA;

  /** The name used in specs: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
