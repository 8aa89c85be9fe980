package io.bayou.model.stat;

/**
 * How many counts of values the discrete columns of a learner may have together. Every class has a
 * place for every value that a column knows, so that limits on classes, columns and values alone
 * would multiply to more than any memory.
 *
 * <p>What is taken follows from what is held, not from the order in which it came: a replay is
 * refused the same values.
 */
public final class ValueRoom {
  /** So many places are some 64 MB. */
  public static final int MAX_CELLS = 1 << 22;

  /** What a column takes in every class before it has any value. */
  private static final int COLUMN = 4;

  private final int most;
  private int classes;
  private int places;

  public ValueRoom(int most) {
    this.most = most;
  }

  /** Whether there is room for so many more classes. */
  public boolean hasForClasses(int more) {
    return more == 0 || fits(classes + more, places);
  }

  /** Whether there is room for one more value. */
  boolean hasForValue() {
    return fits(Math.max(1, classes), places + 1);
  }

  private boolean fits(int ofClasses, int ofPlaces) {
    return (long) ofClasses * ofPlaces <= most;
  }

  /** Takes note of classes that came or, where negative, went. */
  public void addClasses(int more) {
    classes += more;
  }

  void addColumn(int values) {
    places += COLUMN + values;
  }

  void addValues(int more) {
    places += more;
  }
}
