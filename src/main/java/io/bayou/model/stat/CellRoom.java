package io.bayou.model.stat;

/** How many more cells of joint counts a model may hold. */
public final class CellRoom {
  private int left;

  public CellRoom(int cells) {
    left = cells;
  }

  /** Takes one; false if there are no more. */
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
