package io.bayou.model.network;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The counts of one class of columns together, by table. */
abstract class ClassTables {
  protected JointTable[] tables;

  ClassTables(JointTable[] tables) {
    this.tables = tables;
  }

  /**
   * Takes over other tables; those of the same columns keep their counts, others lose them.
   *
   * @param inserted the index of a new column, or -1 if there is none
   */
  abstract void adapt(JointTable[] newTables, int inserted);

  /** Adds an example; false if there was no room for some combination of values. */
  abstract boolean add(int[] codes, int[] values, double weight);

  abstract void retract(int[] codes, int[] values, double weight);

  /** Forgets every combination with this value: rounding may have left a residue. */
  abstract void forget(int column, int code);

  abstract void scale(double factor);

  /** Removes every combination and frees its room. */
  abstract void clear();

  abstract boolean isEmpty(int table);

  /** Weight of the examples that have every column of a table. */
  abstract double total(int table);

  /** Weight of a combination: the values of the table's columns, in order. */
  abstract double count(int table, int[] values);

  /** Weight of the part of a combination that a marginal covers. */
  abstract double marginal(int table, int m, int[] values);

  abstract void visit(int table, JointCounts.Visitor visitor);

  /** Adds what an arc between the columns of each table would save, in nats. */
  void addGains(double[] byTable, double factor) {}

  protected abstract void write(int table, StateWriter out, int[][] ranks);

  protected abstract void read(int table, StateReader in, int[][] codes);

  /** Reads counts of columns that are not counted together. */
  protected abstract void skip(StateReader in, int[][] codes);

  /**
   * Adds the counts of another partial, of the same kind.
   *
   * @param toOwn the own column of each of the other's, or -1 to leave it out
   * @param codes by column of the other, the own code of each value
   * @return false if there was no room for some combination
   */
  abstract boolean merge(ClassTables other, int[] toOwn, int[][] codes);

  /** The own table of the same columns, or a negative number. */
  protected final int find(JointTable.Use use, int[] selected, int[] toOwn) {
    int[] own = IntStream.of(selected).map(column -> toOwn[column]).toArray();
    return Arrays.binarySearch(tables, new JointTable(use, own), JointTable.ORDER);
  }

  protected static int[][] select(int[] columns, int[][] byColumn) {
    int[][] selected = new int[columns.length][];
    Arrays.setAll(selected, k -> byColumn[columns[k]]);
    return selected;
  }

  /**
   * Writes all tables.
   *
   * @param places by column, the number that it is written as
   * @param ranks by column, the number that each value is written as
   */
  void write(int[] places, int[][] ranks, StateWriter out) {
    out.integer(IntStream.range(0, tables.length).filter(t -> !isEmpty(t)).count());
    for (int t = 0; t < tables.length; t++) {
      if (!isEmpty(t)) {
        out.integer(tables[t].use().ordinal());
        out.integer(tables[t].columns().length);
        for (int column : tables[t].columns()) {
          out.integer(places[column]);
        }
        write(t, out, select(tables[t].columns(), ranks));
      }
    }
  }

  /**
   * Reads what was written; this must be empty.
   *
   * @param held the columns by the number that they were written as
   * @param codes by column, the code of each number that a value was written as
   */
  final void read(int[] held, int[][] codes, StateReader in) {
    JointTable.Use[] uses = JointTable.Use.values();
    for (int joint = in.count(Integer.MAX_VALUE); joint > 0; joint--) {
      JointTable.Use use = uses[in.index(uses.length)];
      int[] selected = new int[in.count(held.length)];
      Arrays.setAll(selected, k -> in.index(held.length));
      int table = find(use, selected, held);
      if (table >= 0) {
        read(table, in, select(tables[table].columns(), codes));
      } else {
        int[] columns = IntStream.of(selected).map(k -> held[k]).toArray();
        skip(in, select(columns, codes));
      }
    }
  }
}
