package io.bayou.model.network;

import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.Information;
import io.bayou.model.stat.PairCells;
import io.bayou.model.stat.PairMarginals;
import io.bayou.model.stat.ValueWeights;
import java.util.Arrays;

/**
 * The counts of every pair of some columns, in one class: of combinations, and of single values.
 *
 * <p>The columns that every example had so far are <em>together</em>: their pairs are of the same
 * examples, so they share the weights of single values, and an example changes these once per
 * column. A column that an example lacks leaves them; its pairs have marginals of their own. How
 * they are kept changes no number.
 */
final class PairSharing {
  final int size; // columns
  final PairCells cells;

  private final PairMarginals[] own; // by pair; null where they are shared, or there are none
  private final long[] ownSteps; // their information
  private final ValueWeights[] singles; // of columns that are together
  private final boolean[] together;
  private ValueWeights total = new ValueWeights(); // of the examples of columns together
  private boolean changed = true; // by more than examples: other columns may be together now

  PairSharing(int size, CellRoom room) {
    this(size, new PairCells(pairs(size), room));
  }

  private PairSharing(int size, PairCells cells) {
    this.size = size;
    this.cells = cells;
    own = new PairMarginals[pairs(size)];
    ownSteps = new long[own.length];
    singles = new ValueWeights[size];
    together = new boolean[size];
  }

  private static int pairs(int size) {
    return size * (size - 1) / 2;
  }

  /** The number of a pair among those of this many columns. */
  static int pair(int low, int high, int size) {
    return low * (2 * size - low - 1) / 2 + high - low - 1;
  }

  int pair(int i, int j) {
    return pair(Math.min(i, j), Math.max(i, j), size);
  }

  /**
   * The same counts with another number of columns; this must not be used any longer.
   *
   * @param inserted the index of a new column, or -1 if there is none
   */
  PairSharing resize(int newSize, int inserted) {
    separate();
    int[] renumbered = new int[own.length];
    for (int i = 0, t = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++, t++) {
        int low = inserted < 0 || i < inserted ? i : i + 1;
        int high = inserted < 0 || j < inserted ? j : j + 1;
        renumbered[t] = high < newSize ? pair(low, high, newSize) : -1;
      }
    }
    PairSharing other = new PairSharing(newSize, cells.renumber(pairs(newSize), renumbered));
    for (int t = 0; t < own.length; t++) {
      if (renumbered[t] >= 0 && own[t] != null) {
        other.own[renumbered[t]] = own[t];
        other.update(renumbered[t]);
      }
    }
    return other;
  }

  /** The weight of all examples of a pair. */
  double total(int t, int i, int j) {
    return own[t] != null ? own[t].total().get(0) : isShared(i, j) ? total.get(0) : 0.0;
  }

  /** The weight of a value of column i, over the examples of its pair with j. */
  double single(int t, int i, int j, int value) {
    if (own[t] != null) {
      return (i < j ? own[t].first() : own[t].second()).get(value);
    }
    return isShared(i, j) ? singles[i].get(value) : 0.0;
  }

  /** The weights of single values of a pair of columns, i before j. */
  PairMarginals marginals(int t, int i, int j) {
    if (own[t] != null) {
      return own[t];
    }
    return isShared(i, j)
        ? new PairMarginals(singles[i], singles[j], total)
        : PairMarginals.empty();
  }

  private boolean isShared(int i, int j) {
    return together[i] && together[j];
  }

  /** The own marginals of a pair, to be changed after {@link #separate}; then {@link #update}. */
  PairMarginals own(int t) {
    if (own[t] == null) {
      own[t] = PairMarginals.empty();
    }
    return own[t];
  }

  void update(int t) {
    ownSteps[t] = own[t].steps();
  }

  /** Adds an example; false if there was no room for some combination of values. */
  boolean add(int[] codes, double weight) {
    gather();
    boolean whole = true; // all columns are together
    for (int i = 0; i < size; i++) {
      if (together[i] && codes[i] < 0) {
        leave(i);
      }
      whole &= together[i];
    }
    boolean complete = true;
    for (int i = 0, t = 0; i < size; t += size - i - 1, i++) {
      if (!whole || !cells.addToAll(t, i, codes, size, weight)) {
        complete &= addPairs(i, codes, weight);
        whole &= complete;
      }
    }
    addSingles(codes, weight);
    return complete;
  }

  private boolean addPairs(int i, int[] codes, double weight) {
    boolean complete = true;
    for (int j = i + 1; j < size && codes[i] >= 0; j++) {
      if (codes[j] >= 0 && !add(pair(i, j, size), i, j, codes, weight)) {
        complete = false;
      }
    }
    return complete;
  }

  private boolean add(int t, int i, int j, int[] codes, double weight) {
    boolean added = cells.add(t, codes[i], codes[j], weight);
    if (isShared(i, j)) {
      if (!added) {
        leaveAmidst(i, j, codes, weight);
      }
    } else if (added) {
      own(t).add(codes[i], codes[j], weight);
      update(t);
    }
    return added;
  }

  /* Without room, pair (i, j) has one example less than the others. The pairs of j before it have
   * been added, but not their single values. */
  private void leaveAmidst(int i, int j, int[] codes, double weight) {
    leave(j);
    for (int k = 0; k < i; k++) {
      if (together[k]) {
        int earlier = pair(k, j);
        own(earlier).add(codes[k], codes[j], weight);
        update(earlier);
      }
    }
  }

  private void addSingles(int[] codes, double weight) {
    boolean any = false;
    for (int i = 0; i < size; i++) {
      if (together[i]) {
        singles[i].add(codes[i], weight);
        any = true;
      }
    }
    if (any) {
      total.add(0, weight);
    }
  }

  void scale(double factor) {
    cells.scale(factor);
    total.scale(factor);
    for (int i = 0; i < size; i++) {
      if (together[i]) {
        singles[i].scale(factor);
      }
    }
    for (int t = 0; t < own.length; t++) {
      if (own[t] != null) {
        own[t].scale(factor);
        update(t);
      }
    }
  }

  /** Fills in what an arc of each pair saves: its information less its cost, in nats. */
  void gains(double[] byPair, double factor) {
    double cost = cost(total.get(0) * factor);
    for (int i = 0, t = 0; i < size; i++) {
      long rest = together[i] ? total.steps() - singles[i].steps() : 0L;
      for (int j = i + 1; j < size; j++, t++) {
        byPair[t] = 0.0;
        if (isShared(i, j)) {
          long steps = cells.steps(t) + rest - singles[j].steps();
          int parameters = parameters(t, singles[i], singles[j]);
          byPair[t] = Information.nats(steps) * factor - parameters * cost;
        } else if (own[t] != null) {
          int parameters = parameters(t, own[t].first(), own[t].second());
          double ownCost = cost(own[t].total().get(0) * factor);
          byPair[t] =
              Information.nats(cells.steps(t) + ownSteps[t]) * factor - parameters * ownCost;
        }
      }
    }
  }

  /* How many parameters an arc adds: one for each combination that occurred, less one for each value. */
  private int parameters(int t, ValueWeights first, ValueWeights second) {
    return Math.max(0, cells.size(t) - first.size() - second.size() + 1);
  }

  /* Half of ln n for each parameter (Rissanen 1978), of n examples. The information has paid half a nat
   * of it, see Information. */
  private static double cost(double weight) {
    return (Math.log(Math.max(Math.E, weight)) - 1.0) / 2.0;
  }

  /** Gives every pair marginals of its own, so that it can change by itself. */
  void separate() {
    for (int i = 0; i < size; i++) {
      if (together[i]) {
        leave(i);
      }
    }
    changed = true;
  }

  private void leave(int i) {
    together[i] = false;
    for (int j = 0; j < size; j++) {
      if (together[j] && total.get(0) > 0.0) {
        ValueWeights first = singles[Math.min(i, j)];
        ValueWeights second = singles[Math.max(i, j)];
        own[pair(i, j)] = new PairMarginals(first, second, total).copy();
        update(pair(i, j));
      }
    }
  }

  /* Finds the columns that are together after other changes than examples: every one whose pairs have
   * the same marginals as the others'. The heaviest pair is of all examples, if any is. */
  private void gather() {
    if (!changed) {
      return;
    }
    changed = false;
    Arrays.fill(together, false);
    int heaviest = heaviest();
    if (heaviest < 0) {
      begin();
      return;
    }
    int first = 0;
    while (pair(first, size - 1, size) < heaviest) {
      first++;
    }
    total = own[heaviest].total().copy();
    join(first, own[heaviest].first());
    for (int i = first + 1; i < size; i++) {
      PairMarginals ofBoth = own[pair(first, i)];
      if (ofBoth != null && isLikeAll(i, ofBoth.second())) {
        join(i, ofBoth.second());
      }
    }
  }

  private int heaviest() {
    int heaviest = -1;
    for (int t = 0; t < own.length; t++) {
      double weight = own[t] == null ? 0.0 : own[t].total().get(0);
      if (weight > 0.0 && (heaviest < 0 || weight > own[heaviest].total().get(0))) {
        heaviest = t;
      }
    }
    return heaviest;
  }

  /* Without any counts all columns are together. */
  private void begin() {
    Arrays.fill(own, null);
    Arrays.fill(ownSteps, 0L);
    Arrays.fill(together, true);
    Arrays.setAll(singles, i -> new ValueWeights());
    total = new ValueWeights();
  }

  private boolean isLikeAll(int i, ValueWeights ofColumn) {
    for (int k = 0; k < i; k++) {
      if (together[k]) {
        PairMarginals ofBoth = own[pair(k, i)];
        if (ofBoth == null || !ofBoth.isSame(new PairMarginals(singles[k], ofColumn, total))) {
          return false;
        }
      }
    }
    return true;
  }

  private void join(int i, ValueWeights ofColumn) {
    singles[i] = ofColumn.copy();
    for (int k = 0; k < i; k++) {
      if (together[k]) {
        own[pair(k, i)] = null;
        ownSteps[pair(k, i)] = 0L;
      }
    }
    together[i] = true;
  }
}
