package io.bayou.model.network;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import io.bayou.model.stat.PairCells;
import io.bayou.model.stat.PairMarginals;
import io.bayou.model.stat.PairRows;

/** The counts of every pair of the first columns, in one class. */
final class PairTables extends ClassTables {
  private PairSharing pairs;
  private PairRows rows; // while they are written

  /* What arcs save, until the counts change. */
  private double[] gains = {};
  private double gainsFactor;
  private boolean gainsKnown;

  PairTables(JointTable[] tables, CellRoom room) {
    super(tables);
    pairs = new PairSharing(columns(tables), room);
  }

  private static int columns(JointTable[] ofAllPairs) {
    return ofAllPairs.length == 0 ? 0 : ofAllPairs[ofAllPairs.length - 1].columns()[1] + 1;
  }

  private int column(int table, int position) {
    return tables[table].columns()[position];
  }

  @Override
  void adapt(JointTable[] newTables, int inserted) {
    if (newTables != tables || (inserted >= 0 && inserted < pairs.size)) {
      gainsKnown = false;
      tables = newTables;
      pairs = pairs.resize(columns(newTables), inserted);
    }
  }

  @Override
  boolean add(int[] codes, int[] values, double weight) {
    gainsKnown = false;
    return pairs.add(codes, weight);
  }

  @Override
  void retract(int[] codes, int[] values, double weight) {
    separate();
    for (int i = 0, t = 0; i < pairs.size; i++) {
      for (int j = i + 1; j < pairs.size; j++, t++) {
        if (codes[i] >= 0 && codes[j] >= 0 && pairs.cells.take(t, codes[i], codes[j], weight)) {
          take(t, codes[i], codes[j], weight);
        }
      }
    }
  }

  private void take(int t, int a, int b, double weight) {
    pairs.own(t).take(a, b, weight, pairs.cells.isEmpty(t));
    pairs.update(t);
  }

  @Override
  void forget(int column, int code) {
    if (column < pairs.size) {
      separate();
      pairs.cells.remove(
          (t, a, b) ->
              (a == code && column(t, 0) == column) || (b == code && column(t, 1) == column),
          this::take);
    }
  }

  @Override
  void scale(double factor) {
    gainsKnown = false;
    pairs.scale(factor);
  }

  @Override
  void clear() {
    separate();
    pairs.scale(0.0);
  }

  /* Before a change that is not an example. */
  private void separate() {
    gainsKnown = false;
    pairs.separate();
  }

  @Override
  boolean isEmpty(int table) {
    return pairs.cells.isEmpty(table);
  }

  @Override
  double total(int table) {
    return pairs.total(table, column(table, 0), column(table, 1));
  }

  @Override
  double count(int table, int[] values) {
    return count(table, values[0], values[1]);
  }

  /** Weight of the examples with these values. */
  double count(int table, int first, int second) {
    return pairs.cells.get(table, first, second);
  }

  /** Weight of a value of column i, over the examples that have j, too. */
  double single(int table, int i, int j, int value) {
    return pairs.single(table, i, j, value);
  }

  @Override
  double marginal(int table, int m, int[] values) {
    return pairs.single(table, column(table, m), column(table, 1 - m), values[m]);
  }

  @Override
  void visit(int table, JointCounts.Visitor visitor) {
    int[] values = new int[2];
    pairs.cells.visit(
        (t, a, b, weight) -> {
          if (t == table) {
            values[0] = a;
            values[1] = b;
            visitor.combination(values, weight);
          }
        });
  }

  @Override
  void addGains(double[] byTable, double factor) {
    if (!gainsKnown || gainsFactor != factor) {
      gains = gains.length == tables.length ? gains : new double[tables.length];
      pairs.gains(gains, factor);
      gainsFactor = factor;
      gainsKnown = true;
    }
    for (int t = 0; t < gains.length; t++) {
      byTable[t] += gains[t];
    }
  }

  @Override
  boolean merge(ClassTables other, int[] toOwn, int[][] codes) {
    PairTables from = (PairTables) other;
    int[] toTable = new int[from.tables.length];
    int[][][] byTable = new int[toTable.length][][];
    for (int t = 0; t < toTable.length; t++) {
      int[] columns = from.tables[t].columns();
      toTable[t] = from.isEmpty(t) ? -1 : find(JointTable.Use.PAIR, columns, toOwn);
      byTable[t] = select(columns, codes);
    }
    return merge(from, toTable, byTable);
  }

  private boolean merge(PairTables from, int[] toTable, int[][][] codes) {
    separate();
    boolean[] incomplete = new boolean[tables.length];
    PairCells cells = pairs.cells;
    from.pairs.cells.visit(
        (t, a, b, weight) -> {
          int own = toTable[t];
          if (own >= 0 && !cells.add(own, codes[t][0][a], codes[t][1][b], weight)) {
            incomplete[own] = true;
          }
        });
    boolean complete = true;
    for (int t = 0; t < toTable.length; t++) {
      int own = toTable[t];
      if (own >= 0) {
        PairMarginals theirs = from.pairs.marginals(t, from.column(t, 0), from.column(t, 1));
        incomplete[own] |= !pairs.own(own).merge(theirs, codes[t]);
        pairs.update(own);
        complete &= !incomplete[own];
      }
    }
    if (!complete) {
      sumTotals(incomplete);
    }
    return complete;
  }

  /* What was left out of these pairs must be left out of their totals. */
  private void sumTotals(boolean[] incomplete) {
    double[] sums = new double[incomplete.length];
    pairs.cells.visit((t, a, b, weight) -> sums[t] += weight);
    for (int t = 0; t < sums.length; t++) {
      if (incomplete[t]) {
        pairs.own(t).total().set(0, sums[t]);
        pairs.update(t);
      }
    }
  }

  @Override
  void write(int[] places, int[][] ranks, StateWriter out) {
    rows = new PairRows(pairs.cells, tables.length);
    super.write(places, ranks, out);
    rows = null;
  }

  @Override
  protected void write(int table, StateWriter out, int[][] ranks) {
    rows.write(table, total(table), ranks, out);
    pairs.marginals(table, column(table, 0), column(table, 1)).write(out, ranks);
  }

  @Override
  protected void read(int table, StateReader in, int[][] codes) {
    separate();
    read(table, pairs.cells, pairs.own(table), in, codes);
    pairs.update(table);
  }

  private static void read(
      int table, PairCells cells, PairMarginals marginals, StateReader in, int[][] codes) {
    marginals.readTotal(in);
    cells.read(table, in, codes);
    marginals.read(in, codes);
  }

  /* A row may have been written before other columns or classes took the place of a pair. */
  @Override
  protected void skip(StateReader in, int[][] codes) {
    CellRoom room = new CellRoom(Integer.MAX_VALUE);
    read(0, new PairCells(1, room), PairMarginals.empty(), in, codes);
  }
}
