package io.bayou.model.spec;

/** Which inputs a learner derives from the numbers of an event. */
public enum Basis {
  /** The numbers as they are. */
  LINEAR,
  /** The numbers, their squares and the products of any two: boundaries are curves. */
  QUADRATIC
}
