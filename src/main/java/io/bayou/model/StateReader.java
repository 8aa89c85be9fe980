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

  /** As {@link #integer()}, checked to be one of so many: from 0 on. */
  default int index(int size) {
    long index = integer();
    if (index < 0 || index >= size) {
      throw new IllegalStateException("a state row has the index " + index + " of " + size);
    }
    return (int) index;
  }

  String text();
}
