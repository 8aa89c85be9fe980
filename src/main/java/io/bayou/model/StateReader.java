package io.bayou.model;

/**
 * Where a row of sufficient statistics is read from. Fields come back in the order in which they
 * were written; a field that is not there or not valid ends in the codec's own exception.
 */
public interface StateReader {
  double number();

  /** As {@link #number()}, checked not to be negative: weights, counts, sums of squares. */
  double amount();

  long integer();

  /** As {@link #integer()}, checked to lie between 0 and the limit: how many items follow. */
  int count(int limit);

  String text();
}
