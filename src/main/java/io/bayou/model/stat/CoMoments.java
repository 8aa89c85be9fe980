package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * Weights, means and the scatter matrix of several columns, some of whose values may be missing.
 *
 * <p>A commutative monoid: without observations it is the neutral element, {@link #merge} adds. NaN
 * is a missing value. Matrices are kept as a {@link Triangle}.
 */
public final class CoMoments {
  /* An observation with a value in every column seen so far is complete, and cheap to add. Others
   * are summed pair by pair. When a new column appears, former observations are no longer complete
   * and move to the pairs, which hold their sum just as exactly. So where an observation is kept
   * depends on what was observed, not on its order or partition. */
  private int size;
  private boolean[] seen;
  private CompleteMoments complete;
  private PairMoments incomplete;

  public CoMoments(int size) {
    this.size = size;
    seen = new boolean[size];
    complete = new CompleteMoments(size);
  }

  public int size() {
    return size;
  }

  /** Whether any observation ever had a value in this column. */
  public boolean holds(int j) {
    return seen[j];
  }

  /** Whether every observation has a value in every column. */
  public boolean isComplete() {
    boolean all = incomplete == null;
    for (boolean column : seen) {
      all &= column;
    }
    return all;
  }

  /** Adds one observation. The weight is finite; a weight that decayed to zero adds nothing. */
  public void add(double[] x, double w) {
    if (w < Decay.FORGOTTEN) {
      return;
    }
    if (isComplete(x)) {
      complete.add(x, w);
      return;
    }
    boolean[] both = seen.clone();
    for (int j = 0; j < size; j++) {
      both[j] |= !Double.isNaN(x[j]);
    }
    see(both);
    if (isComplete(x)) {
      complete.add(x, w);
    } else {
      incomplete().add(x, w);
    }
  }

  /** Takes back an observation that was added with the same weight. */
  public void retract(double[] x, double w) {
    if (w < Decay.FORGOTTEN) {
      return;
    }
    if (isComplete(x)) {
      complete.retract(x, w);
    } else {
      incomplete().retract(x, w);
    }
  }

  /**
   * Adds the sums of another one.
   *
   * @param columns the own index of each column of the other, or -1 to skip it
   */
  public void merge(CoMoments other, int[] columns) {
    boolean[] theirs = new boolean[size];
    boolean[] both = seen.clone();
    int[] observed = columns.clone();
    for (int k = 0; k < columns.length; k++) {
      if (columns[k] < 0 || !other.seen[k]) {
        observed[k] = -1;
      } else {
        theirs[columns[k]] = true;
        both[columns[k]] = true;
      }
    }
    see(both);
    if (other.complete.weight() > 0.0) {
      if (Arrays.equals(theirs, seen)) {
        complete.merge(other.complete, observed);
      } else {
        incomplete().merge(other.complete, observed);
      }
    }
    if (other.incomplete != null) {
      incomplete().merge(other.incomplete, observed);
    }
  }

  /** Multiplies the weight of every observation, as decay does. */
  public void scale(double factor) {
    complete.scale(factor);
    if (incomplete != null) {
      incomplete.scale(factor);
    }
  }

  /** Opens an empty column at this index; the later ones move up. */
  public void insert(int j) {
    CoMoments wider = new CoMoments(size + 1);
    int[] columns = new int[size];
    Arrays.setAll(columns, k -> k < j ? k : k + 1);
    wider.merge(this, columns);
    size = wider.size;
    seen = wider.seen;
    complete = wider.complete;
    incomplete = wider.incomplete;
  }

  /**
   * Fills in the weight and the mean of every column over all observations that have a value there.
   *
   * @param means two doubles per column, whose unevaluated sum is the mean
   */
  public void summarise(double[] weights, double[] means) {
    System.arraycopy(complete.means(), 0, means, 0, 2 * size);
    for (int j = 0; j < size; j++) {
      weights[j] = seen[j] ? complete.weight() : 0.0;
    }
    if (incomplete != null) {
      incomplete.addTo(weights, means);
    }
  }

  /**
   * Adds a multiple of the scatter matrix to a matrix. Its element (i, j) is the sum of (x_i -
   * mean_i) (x_j - mean_j) over the observations that have both values, so that the matrix is never
   * indefinite.
   *
   * @param means the result of {@link #summarise}
   */
  public void addScatter(double factor, double[] means, double[] sum) {
    if (incomplete == null) {
      complete.addScatter(factor, sum);
    } else {
      complete.addScatter(factor, means, sum);
      incomplete.addScatter(factor, means, sum);
    }
  }

  /** Writes these columns: all that have values, in order. */
  public void write(int[] columns, StateWriter out) {
    complete.write(columns, out);
    out.integer(incomplete == null ? 0 : 1);
    if (incomplete != null) {
      incomplete.write(columns, out);
    }
  }

  /** Reads what was written into these columns, bit for bit; this must be empty. */
  public void read(int[] columns, StateReader in) {
    for (int column : columns) {
      seen[column] = true;
    }
    complete.read(columns, in);
    if (in.count(1) == 1) {
      incomplete().read(columns, in);
    }
  }

  private boolean isComplete(double[] x) {
    for (int j = 0; j < size; j++) {
      if (Double.isNaN(x[j]) == seen[j]) {
        return false;
      }
    }
    return true;
  }

  /* Marks columns as seen; observations without them are no longer complete. */
  private void see(boolean[] columns) {
    if (Arrays.equals(columns, seen)) {
      return;
    }
    if (complete.weight() > 0.0) {
      int[] observed = new int[size];
      Arrays.setAll(observed, j -> seen[j] ? j : -1);
      incomplete().merge(complete, observed);
      complete.clear();
    }
    seen = columns;
  }

  private PairMoments incomplete() {
    if (incomplete == null) {
      incomplete = new PairMoments(size);
    }
    return incomplete;
  }
}
