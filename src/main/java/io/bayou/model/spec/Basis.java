package io.bayou.model.spec;

/** What a learner makes of the numbers of an event before it learns them. */
public enum Basis {
  /** The numbers as they are. */
  LINEAR,
  /** The numbers, their squares and the products of any two: boundaries become curves. */
  QUADRATIC
}
