package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/**
 * The weights of the single values of two features, over the examples that have both. Pairs of the
 * same examples may share them.
 *
 * @param total one weight, that of all examples
 */
public record PairMarginals(ValueWeights first, ValueWeights second, ValueWeights total) {
  public static PairMarginals empty() {
    return new PairMarginals(new ValueWeights(), new ValueWeights(), new ValueWeights());
  }

  public PairMarginals copy() {
    return new PairMarginals(first.copy(), second.copy(), total.copy());
  }

  /** Whether all weights are equal, bit for bit. */
  public boolean isSame(PairMarginals other) {
    return total.isSame(other.total) && first.isSame(other.first) && second.isSame(other.second);
  }

  /** The part of these weights in the mutual information, see {@link Information}. */
  public long steps() {
    return total.steps() - first.steps() - second.steps();
  }

  public void add(int a, int b, double w) {
    first.add(a, w);
    second.add(b, w);
    total.add(0, w);
  }

  /**
   * Takes back an example.
   *
   * @param nothing whether no combination has any weight now; then what is left is rounding
   */
  public void take(int a, int b, double w, boolean nothing) {
    if (nothing) {
      scale(0.0);
    } else {
      first.take(a, w);
      second.take(b, w);
      total.take(0, w);
    }
  }

  public void scale(double factor) {
    first.scale(factor);
    second.scale(factor);
    total.scale(factor);
  }

  /**
   * Adds the weights of another partition.
   *
   * @param codes by feature, the own code of each value of the other, or -1
   * @return false if the code of a value is not known
   */
  public boolean merge(PairMarginals other, int[][] codes) {
    boolean complete = first.merge(other.first, codes[0]);
    complete &= second.merge(other.second, codes[1]);
    total.add(0, other.total.get(0));
    return complete;
  }

  public void readTotal(StateReader in) {
    total.set(0, CellRows.amount(in));
  }

  /**
   * Writes everything but the total.
   *
   * @param ranks by feature, the number that each value is written as
   */
  public void write(StateWriter out, int[][] ranks) {
    first.write(out, ranks[0]);
    second.write(out, ranks[1]);
  }

  /**
   * Reads what was written; this must be empty.
   *
   * @param codes by feature, the code of each number that was written
   */
  public void read(StateReader in, int[][] codes) {
    first.read(in, codes[0]);
    second.read(in, codes[1]);
  }
}
