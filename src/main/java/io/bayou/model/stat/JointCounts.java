package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * How often each combination of values of several discrete features occurred in one class, and each
 * combination of some of them: over the examples that have them all.
 */
public final class JointCounts {
  /* A rest below this share of what was subtracted from is rounding. */
  private static final double ROUNDING = 1e-12;

  private final CellRoom room;
  private final int[][] parts;
  private final int[] all;
  private final CellCounts joint;
  private final CellCounts[] marginals;
  private double total;

  /**
   * @param width how many features
   * @param parts for each marginal, the positions of its features
   */
  public JointCounts(int width, int[][] parts, CellRoom room) {
    this.room = room;
    this.parts = parts;
    all = positions(width);
    joint = new CellCounts(width);
    marginals = new CellCounts[parts.length];
    Arrays.setAll(marginals, m -> new CellCounts(parts[m].length));
  }

  /** Weight of all examples that have every feature. */
  public double total() {
    return total;
  }

  /** Visits the combinations that have a weight. */
  public interface Visitor {
    /**
     * @param values of the features, in order; valid during the call
     */
    void combination(int[] values, double weight);
  }

  /** Visits every combination, in no particular order. */
  public void visit(Visitor visitor) {
    int[] values = new int[all.length];
    for (int slot = 0; slot < joint.slots(); slot++) {
      if (joint.weight(slot) > 0.0) {
        for (int k = 0; k < values.length; k++) {
          values[k] = joint.key(slot, k);
        }
        visitor.combination(values, joint.weight(slot));
      }
    }
  }

  public boolean isEmpty() {
    return joint.size() == 0;
  }

  /** Weight of a combination: the values of the features, in order. */
  public double count(int[] values) {
    return joint.get(values, all);
  }

  /** Weight of the part of a combination that a marginal covers. */
  public double marginal(int m, int[] values) {
    return marginals[m].get(values, parts[m]);
  }

  /** Adds an example; false if there is no room for its combination. */
  public boolean add(int[] values, double w) {
    int slot = joint.open(values, all);
    double before = joint.weight(slot);
    if (before == 0.0 && !room.take()) {
      return false;
    }
    joint.set(slot, before + w);
    for (int m = 0; m < parts.length; m++) {
      int slotOfPart = marginals[m].open(values, parts[m]);
      marginals[m].set(slotOfPart, marginals[m].weight(slotOfPart) + w);
    }
    total += w;
    return true;
  }

  /** Takes back an example that was added with the same weight. */
  public void retract(int[] values, double w) {
    int slot = joint.find(values, all);
    if (slot < 0 || joint.weight(slot) == 0.0) {
      return;
    }
    joint.set(slot, less(joint.weight(slot), w));
    room.give(joint.weight(slot) == 0.0 ? 1 : 0);
    takeFromMarginals(values, w);
  }

  /**
   * Takes back this weight of a combination, or all of it if it has less.
   *
   * @return true
   */
  public boolean take(int[] values, double w) {
    retract(values, Math.min(w, count(values)));
    return true;
  }

  /** What is left of a weight; 0 instead of rounding. */
  static double less(double before, double w) {
    double rest = before - w;
    return rest <= before * ROUNDING ? 0.0 : rest;
  }

  public void scale(double factor) {
    int before = joint.size();
    scale(joint, factor);
    room.give(before - joint.size());
    for (CellCounts marginal : marginals) {
      scale(marginal, factor);
    }
    total = scaled(total, factor);
  }

  private static void scale(CellCounts counts, double factor) {
    for (int slot = 0; slot < counts.slots(); slot++) {
      if (counts.weight(slot) > 0.0) {
        counts.set(slot, scaled(counts.weight(slot), factor));
      }
    }
  }

  /** A decayed weight; 0 once it is forgotten. */
  static double scaled(double weight, double factor) {
    return weight * factor < Decay.FORGOTTEN ? 0.0 : weight * factor;
  }

  /** Forgets every combination with this value of one feature. */
  public void forget(int position, int value) {
    int[] values = new int[all.length];
    for (int slot = 0; slot < joint.slots(); slot++) {
      double w = joint.weight(slot);
      if (w > 0.0 && joint.key(slot, position) == value) {
        int current = slot;
        Arrays.setAll(values, k -> joint.key(current, k));
        joint.set(slot, 0.0);
        room.give(1);
        takeFromMarginals(values, w);
      }
    }
  }

  /* Without any combination the marginals are zero: what they still have is rounding. */
  private void takeFromMarginals(int[] values, double w) {
    boolean nothing = joint.size() == 0;
    for (int m = 0; m < parts.length; m++) {
      if (nothing) {
        scale(marginals[m], 0.0);
      } else {
        int slotOfPart = marginals[m].open(values, parts[m]);
        marginals[m].set(slotOfPart, less(marginals[m].weight(slotOfPart), w));
      }
    }
    total = nothing ? 0.0 : less(total, w);
  }

  /** Removes every combination and frees its room. */
  public void clear() {
    scale(0.0);
  }

  /**
   * Adds the counts of another partition.
   *
   * @param codes by position, the own code of each value of the other, or -1
   * @return false if there was no room for some combination
   */
  public boolean merge(JointCounts other, int[][] codes) {
    boolean complete = merge(joint, other.joint, all, codes);
    for (int m = 0; m < parts.length; m++) {
      complete &= merge(marginals[m], other.marginals[m], parts[m], codes);
    }
    total = complete ? total + other.total : sum();
    return complete;
  }

  private double sum() {
    double sum = 0.0;
    for (int slot = 0; slot < joint.slots(); slot++) {
      sum += joint.weight(slot);
    }
    return sum;
  }

  private boolean merge(CellCounts own, CellCounts from, int[] part, int[][] codes) {
    int[] values = new int[part.length];
    int[] columns = positions(part.length);
    boolean complete = true;
    for (int slot = 0; slot < from.slots(); slot++) {
      if (from.weight(slot) > 0.0) {
        boolean known = true;
        for (int k = 0; k < part.length; k++) {
          values[k] = codes[part[k]][from.key(slot, k)];
          known &= values[k] >= 0;
        }
        complete &= known && put(own, values, columns, from.weight(slot));
      }
    }
    return complete;
  }

  private boolean put(CellCounts own, int[] values, int[] columns, double w) {
    int slot = own.open(values, columns);
    if (own == joint && own.weight(slot) == 0.0 && !room.take()) {
      return false;
    }
    own.set(slot, own.weight(slot) + w);
    return true;
  }

  private static int[] positions(int width) {
    int[] positions = new int[width];
    Arrays.setAll(positions, k -> k);
    return positions;
  }

  /**
   * Writes the counts.
   *
   * @param ranks by position, the number that each value is written as
   */
  public void write(StateWriter out, int[][] ranks) {
    CellRows.amount(total, out);
    CellRows.write(joint, all, ranks, out);
    for (int m = 0; m < parts.length; m++) {
      CellRows.write(marginals[m], parts[m], ranks, out);
    }
  }

  /**
   * Reads what was written; this must be empty.
   *
   * @param codes by position, the code of each number that was written
   */
  public void read(StateReader in, int[][] codes) {
    total = CellRows.amount(in);
    CellRows.read(in, all, codes, (values, w) -> put(joint, values, all, w));
    for (int m = 0; m < parts.length; m++) {
      CellCounts marginal = marginals[m];
      int[] columns = positions(parts[m].length);
      CellRows.read(in, parts[m], codes, (values, w) -> put(marginal, values, columns, w));
    }
  }
}
