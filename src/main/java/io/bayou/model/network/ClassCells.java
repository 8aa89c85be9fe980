package io.bayou.model.network;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.Categories;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The counts of one class of a network: of every column alone, and of columns together. A value
 * with a joint count also has one alone.
 */
final class ClassCells {
  private final CellRoom room;
  private final List<DiscreteColumn> columns;
  private final List<CategoryCounts> singles = new ArrayList<>();
  private JointTable[] tables;
  private JointCounts[] joints;

  ClassCells(List<DiscreteColumn> columns, JointTable[] tables, CellRoom room) {
    this.room = room;
    this.columns = columns;
    this.tables = tables;
    joints = new JointCounts[tables.length];
    for (DiscreteColumn column : columns) {
      singles.add(new CategoryCounts(column.categories()));
    }
  }

  /** Inserts a column; the tables with it are new. */
  void insert(int column, Categories categories, JointTable[] newTables) {
    singles.add(column, new CategoryCounts(categories));
    JointCounts[] wider = new JointCounts[newTables.length];
    for (int t = 0, former = 0; t < wider.length; t++) {
      wider[t] = newTables[t].positionOf(column) < 0 ? joints[former++] : null;
    }
    tables = newTables;
    joints = wider;
  }

  CategoryCounts single(int column) {
    return singles.get(column);
  }

  /** Joint counts, or null if there are none. */
  JointCounts joint(int table) {
    return joints[table];
  }

  /**
   * Adds an example; false if there was no room for some value or combination of values.
   *
   * @param codes by column; a value without room becomes unknown
   */
  boolean add(int[] codes, int[] values, double weight) {
    boolean complete = true;
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0 && !singles.get(j).offer(codes[j], weight)) {
        codes[j] = DiscreteColumn.UNKNOWN;
        complete = false;
      }
    }
    for (int t = 0; t < tables.length; t++) {
      if (tables[t].select(codes, values)) {
        complete &= open(t).add(values, weight);
      }
    }
    return complete;
  }

  /** Joint counts, created if there are none. */
  JointCounts open(int table) {
    if (joints[table] == null) {
      joints[table] = tables[table].newCounts(room);
    }
    return joints[table];
  }

  void retract(int[] codes, int[] values, double weight) {
    for (int t = 0; t < tables.length; t++) {
      if (joints[t] != null && tables[t].select(codes, values)) {
        if (isHidden(tables[t])) {
          joints[t].take(values, weight);
        } else {
          joints[t].retract(values, weight);
        }
      }
    }
    for (int j = 0; j < codes.length; j++) {
      if (codes[j] >= 0 && columns.get(j).isHidden()) {
        singles.get(j).take(codes[j], weight);
      } else if (codes[j] >= 0) {
        singles.get(j).retract(codes[j], weight);
        if (singles.get(j).count(codes[j]) == 0.0) {
          forget(j, codes[j]);
        }
      }
    }
  }

  /* Expected counts are taken back by estimate: there may be less than was added, and a value may have
   * a larger joint count than alone. */
  private boolean isHidden(JointTable table) {
    for (int column : table.columns()) {
      if (columns.get(column).isHidden()) {
        return true;
      }
    }
    return false;
  }

  /* Rounding may leave a residue in the joint counts. */
  private void forget(int column, int code) {
    for (int t = 0; t < tables.length; t++) {
      int position = tables[t].positionOf(column);
      if (position >= 0 && joints[t] != null) {
        joints[t].forget(position, code);
      }
    }
  }

  void scale(double factor) {
    for (JointCounts joint : joints) {
      if (joint != null) {
        joint.scale(factor);
      }
    }
    for (int j = 0; j < singles.size(); j++) {
      CategoryCounts single = singles.get(j);
      for (int code = 0; code < single.capacity(); code++) {
        if (single.isForgotten(code, factor) && !columns.get(j).isHidden()) {
          forget(j, code);
        }
      }
      single.scale(factor);
    }
  }

  void clear() {
    singles.forEach(CategoryCounts::clear);
    for (JointCounts joint : joints) {
      if (joint != null) {
        joint.clear();
      }
    }
  }

  /**
   * Adds the counts of another partial.
   *
   * @param toOwn the own column of each of the other's, or -1 to leave it out
   * @return false if there was no room for some combination
   */
  boolean merge(ClassCells other, int[] toOwn) {
    int[][] codes = new int[toOwn.length][];
    boolean complete = true;
    for (int j = 0; j < toOwn.length; j++) {
      if (toOwn[j] >= 0) {
        CategoryCounts single = singles.get(toOwn[j]);
        complete &= single.merge(other.singles.get(j));
        codes[j] =
            columns.get(toOwn[j]).isHidden()
                ? declared(toOwn[j])
                : single.codesOf(other.singles.get(j));
      }
    }
    for (int t = 0; t < other.tables.length; t++) {
      JointCounts from = other.joints[t];
      if (from != null && !from.isEmpty()) {
        int table = find(other.tables[t].use(), other.tables[t].columns(), toOwn);
        if (table >= 0) {
          complete &= open(table).merge(from, select(other.tables[t], codes));
        }
      }
    }
    return complete;
  }

  /* The values of a hidden column have the same codes everywhere. */
  private int[] declared(int column) {
    return IntStream.range(0, columns.get(column).categories().size()).toArray();
  }

  /* The own table of the same columns, or a negative number. */
  private int find(JointTable.Use use, int[] selected, int[] toOwn) {
    int[] own = IntStream.of(selected).map(column -> toOwn[column]).toArray();
    return Arrays.binarySearch(tables, new JointTable(use, own), JointTable.ORDER);
  }

  private static int[][] select(JointTable table, int[][] byColumn) {
    int[][] selected = new int[table.columns().length][];
    Arrays.setAll(selected, k -> byColumn[table.columns()[k]]);
    return selected;
  }

  void write(int[] held, StateWriter out) {
    int[][] ranks = new int[singles.size()][];
    int[] places = new int[singles.size()];
    for (int i = 0; i < held.length; i++) {
      singles.get(held[i]).write(out);
      ranks[held[i]] = ranks(held[i]);
      places[held[i]] = i;
    }
    out.integer(Arrays.stream(joints).filter(joint -> joint != null && !joint.isEmpty()).count());
    for (int t = 0; t < tables.length; t++) {
      if (joints[t] != null && !joints[t].isEmpty()) {
        out.integer(tables[t].use().ordinal());
        out.integer(tables[t].columns().length);
        for (int column : tables[t].columns()) {
          out.integer(places[column]);
        }
        joints[t].write(out, select(tables[t], ranks));
      }
    }
  }

  private int[] ranks(int column) {
    return columns.get(column).isHidden()
        ? IntStream.rangeClosed(0, columns.get(column).categories().size()).toArray()
        : singles.get(column).ranks();
  }

  void read(int[] held, StateReader in) {
    int[][] codes = new int[singles.size()][];
    for (int column : held) {
      singles.get(column).read(in);
      codes[column] =
          columns.get(column).isHidden() ? declared(column) : singles.get(column).inOrder();
    }
    JointTable.Use[] uses = JointTable.Use.values();
    for (int joint = in.count(Integer.MAX_VALUE); joint > 0; joint--) {
      JointTable.Use use = uses[in.index(uses.length)];
      int[] selected = new int[in.count(held.length)];
      Arrays.setAll(selected, k -> in.index(held.length));
      int table = find(use, selected, held);
      if (table < 0) {
        throw new IllegalStateException("joint counts of a row do not fit the network");
      }
      open(table).read(in, select(tables[table], codes));
    }
  }
}
