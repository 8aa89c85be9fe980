package io.bayou.model;

/**
 * Reads a row of sufficient statistics, in the order in which its fields were written. A missing or
 * invalid field raises the codec's own exception.
 */
public interface StateReader {
  double number();

  /** As {@link #number()}, checked not to be negative: weights, counts, sums of squares. */
  double amount();

  long integer();

  /** As {@link #integer()}, checked to lie between 0 and the limit: how many items follow. */
  int count(int limit);

  /** As {@link #integer()}, checked to be at least 0 and below the size. */
  default int index(int size) {
    long index = integer();
    if (index < 0 || index >= size) {
      throw new IllegalStateException("a state row has the index " + index + " of " + size);
    }
    return (int) index;
  }

  String text();
}
