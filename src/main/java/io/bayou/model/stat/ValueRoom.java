package io.bayou.model.stat;

/**
 * Limits the total number of value counts of the discrete columns of a learner. Every class has a
 * cell for every known value of a column, so limits on classes, columns and values alone would
 * multiply to more than any memory.
 *
 * <p>The room depends on what is held, not on the order of arrival, so a replay refuses the same
 * values.
 */
public final class ValueRoom {
  /** About 64 MB. */
  public static final int MAX_CELLS = 1 << 22;

  /** Cells that a column takes in every class before it has any value. */
  private static final int COLUMN = 4;

  private final int maxCells;
  private int classes;
  private int places;

  public ValueRoom(int maxCells) {
    this.maxCells = maxCells;
  }

  /** Whether there is room for more classes. */
  public boolean hasForClasses(int more) {
    return more == 0 || fits(classes + more, places);
  }

  /** Whether there is room for one more value. */
  boolean hasForValue() {
    return fits(Math.max(1, classes), places + 1);
  }

  private boolean fits(int withClasses, int withPlaces) {
    return (long) withClasses * withPlaces <= maxCells;
  }

  /** Adds classes, or removes them if negative. */
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
