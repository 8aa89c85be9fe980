package io.bayou.model.stat;

/** The number of cells of joint counts that a model may still open. */
public final class CellRoom {
  private int left;

  public CellRoom(int cells) {
    left = cells;
  }

  /** Takes one cell; false if none is left. */
  boolean take() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }

  void give(int cells) {
    left += cells;
  }
}
