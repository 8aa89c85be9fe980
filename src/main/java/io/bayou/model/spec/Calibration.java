package io.bayou.model.spec;

/** How the probabilities of a learner are corrected by the labels so far. */
public enum Calibration {
  /** Not at all: they are what the learner's formula gives. */
  NONE,
  /**
   * By powers that are weighed by the labels: all probabilities move towards or away from equal.
   */
  TEMPERATURE
}
