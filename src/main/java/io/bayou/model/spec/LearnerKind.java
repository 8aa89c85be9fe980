package io.bayou.model.spec;

import java.util.Locale;

/** The classifiers to choose from. */
public enum LearnerKind {
  NAIVE_BAYES,
  LDA,
  QDA,
  RDA,
  BAYES_NET,
  TAN,
  LOGISTIC,
  /** Names the commonest class so far, whatever the features: a baseline. */
  MAJORITY,
  /** Repeats the label before, whatever the features: a baseline. */
  NO_CHANGE,
  /** Several learners, each weighed by how probable it found the labels so far. */
  AVERAGE;

  /** The name used in specs: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
