package io.bayou.model.eval;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How probable one class was, in events of the class and in all others, in at most {@link
 * ClassScores#MAX_CELLS} cells of the {@link LogitScale}.
 *
 * <p>Events with the probability 0 are not kept: they are all those that are in no cell.
 */
final class ClassHistogram {
  /* Sorted and sparse. The scale is the finest on which the probabilities seen so far do not take
   * up too many cells. It depends on which they are, and not on their order or on who counted
   * them, so that histograms of several sources add up to that of all. */
  private int[] cells = new int[4];
  private double[] own = new double[4];
  private double[] others = new double[4];
  private int size;

  /* By the last bits of a cell, where it was found: a search among 256 takes eight branches that no
   * processor foresees. Only a guess, as inserting moves cells. */
  private final short[] guesses = new short[ClassScores.MAX_CELLS];

  private int scale = LogitScale.FINEST;
  private double logLoss;

  /** Adds the loss of an event of this class. */
  void addLoss(double loss) {
    logLoss += loss;
  }

  /**
   * Adds an event.
   *
   * @param finest the cell of the probability on the finest scale
   */
  void add(int finest, boolean isOwn, double weight) {
    int cell = finest >> (LogitScale.FINEST - scale);
    add(cell, isOwn ? weight : 0.0, isOwn ? 0.0 : weight);
  }

  private void add(int cell, double ownWeight, double otherWeight) {
    int index = find(cell);
    own[index] += ownWeight;
    others[index] += otherWeight;
    while (size > ClassScores.MAX_CELLS) {
      coarsen();
    }
  }

  private int find(int cell) {
    int bits = cell & (guesses.length - 1);
    int index = guesses[bits];
    if (index >= size || cells[index] != cell) {
      index = Arrays.binarySearch(cells, 0, size, cell);
      if (index < 0) {
        index = -index - 1;
        insert(index, cell);
      }
      guesses[bits] = (short) index;
    }
    return index;
  }

  private void insert(int index, int cell) {
    if (size == cells.length) {
      cells = Arrays.copyOf(cells, size * 2);
      own = Arrays.copyOf(own, size * 2);
      others = Arrays.copyOf(others, size * 2);
    }
    System.arraycopy(cells, index, cells, index + 1, size - index);
    System.arraycopy(own, index, own, index + 1, size - index);
    System.arraycopy(others, index, others, index + 1, size - index);
    cells[index] = cell;
    own[index] = 0.0;
    others[index] = 0.0;
    size++;
  }

  private void coarsen() {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int cell = cells[i] >> 1;
      if (kept > 0 && cells[kept - 1] == cell) {
        own[kept - 1] += own[i];
        others[kept - 1] += others[i];
      } else {
        cells[kept] = cell;
        own[kept] = own[i];
        others[kept] = others[i];
        kept++;
      }
    }
    size = kept;
    scale--;
  }

  void scale(double factor) {
    logLoss *= factor;
    for (int i = 0; i < size; i++) {
      own[i] *= factor;
      others[i] *= factor;
    }
  }

  /** Adds published sums, each multiplied by the unit. */
  void merge(ClassScores other, double unit) {
    logLoss += other.logLoss() * unit;
    while (scale > other.scale()) {
      coarsen();
    }
    for (ClassScores.Cell cell : other.cells()) {
      add(cell.index() >> (other.scale() - scale), cell.own() * unit, cell.others() * unit);
    }
  }

  /** The sums, each divided by the unit. */
  ClassScores scores(double unit) {
    List<ClassScores.Cell> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(new ClassScores.Cell(cells[i], own[i] / unit, others[i] / unit));
    }
    return new ClassScores(logLoss / unit, scale, list);
  }

  void write(StateWriter out) {
    out.number(logLoss);
    out.integer(scale);
    out.integer(size);
    for (int i = 0; i < size; i++) {
      out.integer(i == 0 ? cells[0] : cells[i] - cells[i - 1]);
      writeAmount(own[i], out);
      writeAmount(others[i], out);
    }
  }

  /* Most amounts are whole numbers, or zero: an odd integer says that a number follows. */
  private static void writeAmount(double amount, StateWriter out) {
    long whole = (long) amount;
    if (whole == amount && whole < 1L << 53) {
      out.integer(2 * whole);
    } else {
      out.integer(1);
      out.number(amount);
    }
  }

  /** Reads what was written into an empty histogram. */
  void read(StateReader in) {
    logLoss = in.number();
    scale = in.index(LogitScale.FINEST + 1);
    int restored = in.count(ClassScores.MAX_CELLS);
    for (int i = 0; i < restored; i++) {
      long cell = in.integer() + (i == 0 ? 0 : cells[i - 1]);
      if (!LogitScale.isCell((int) cell, scale) || (i > 0 && cell <= cells[i - 1])) {
        throw new IllegalStateException("the stored scores have a cell " + cell + " out of order");
      }
      insert(i, (int) cell);
      own[i] = readAmount(in);
      others[i] = readAmount(in);
    }
  }

  private static double readAmount(StateReader in) {
    long whole = in.integer();
    if (whole == 1) {
      return in.amount();
    }
    if (whole < 0 || whole % 2 != 0) {
      throw new IllegalStateException("the stored scores have the amount " + whole);
    }
    return whole / 2.0;
  }
}
