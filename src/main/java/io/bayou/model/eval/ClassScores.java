package io.bayou.model.eval;

import java.util.List;

/**
 * How probable one class was before the labels were known. Sums, so that sources add up.
 *
 * @param logLoss sum of -ln p over the events of this class
 * @param scale the cells are 2^-scale wide, in asinh(ln p/(1-p))
 * @param cells events by the probability of this class, in ascending order and without the empty
 *     ones; events with the probability 0 are in none
 */
public record ClassScores(double logLoss, int scale, List<Cell> cells) {
  /** There are no more cells than this; the scale is as fine as that allows. */
  public static final int MAX_CELLS = 256;

  static final ClassScores EMPTY = new ClassScores(0.0, LogitScale.FINEST, List.of());

  /**
   * Events in which the class was about equally probable.
   *
   * @param index of the cell; it begins at index * 2^-scale
   * @param own weight of the events of this class
   * @param others weight of the events of other classes
   */
  public record Cell(int index, double own, double others) {}

  public ClassScores {
    cells = List.copyOf(cells);
    if (scale < LogitScale.COARSEST || scale > LogitScale.FINEST || cells.size() > MAX_CELLS) {
      throw new IllegalArgumentException(
          "a class has " + cells.size() + " cells on scale " + scale);
    }
    for (int i = 0; i < cells.size(); i++) {
      int index = cells.get(i).index();
      if (!LogitScale.isCell(index, scale) || (i > 0 && index <= cells.get(i - 1).index())) {
        throw new IllegalArgumentException("cell " + index + " is out of order");
      }
    }
  }

  ClassScores merge(ClassScores other) {
    ClassHistogram sum = new ClassHistogram();
    sum.merge(this, 1.0);
    sum.merge(other, 1.0);
    return sum.scores(1.0);
  }
}
