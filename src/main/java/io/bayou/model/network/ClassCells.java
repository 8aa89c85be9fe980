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

/**
 * What one class of a network has counted: every column alone, and columns together. A value that
 * has a joint count has one alone, too.
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

  /** Inserts a column; the tables that have it are new. */
  void insert(int column, Categories categories, JointTable[] changed) {
    singles.add(column, new CategoryCounts(categories));
    JointCounts[] wider = new JointCounts[changed.length];
    for (int t = 0, former = 0; t < wider.length; t++) {
      wider[t] = changed[t].positionOf(column) < 0 ? joints[former++] : null;
    }
    tables = changed;
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
   * @param codes by column; a value that there is no room for becomes an unknown one
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

  /** Joint counts, made if there are none. */
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

  /* What was expected of a hidden column is taken back by estimate: there may be less than was
   * added, and the joint counts may have more of a value than its own. */
  private boolean isHidden(JointTable table) {
    for (int column : table.columns()) {
      if (columns.get(column).isHidden()) {
        return true;
      }
    }
    return false;
  }

  /* Roundings may leave a trace of it in the joint counts. */
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
   * Adds what was counted elsewhere.
   *
   * @param toOwn which own column each of the other's is, or -1 to leave it out
   * @return false if there was no room for some combination
   */
  boolean merge(ClassCells other, int[] toOwn) {
    int[][] codes = new int[toOwn.length][];
    boolean complete = true;
    for (int j = 0; j < toOwn.length; j++) {
      if (toOwn[j] >= 0) {
        CategoryCounts own = singles.get(toOwn[j]);
        complete &= own.merge(other.singles.get(j));
        codes[j] =
            columns.get(toOwn[j]).isHidden()
                ? declared(toOwn[j])
                : own.codesOf(other.singles.get(j));
      }
    }
    for (int t = 0; t < other.tables.length; t++) {
      JointCounts from = other.joints[t];
      if (from != null && !from.isEmpty()) {
        int own = tableOf(other.tables[t], toOwn);
        if (own >= 0) {
          complete &= open(own).merge(from, select(other.tables[t], codes));
        }
      }
    }
    return complete;
  }

  /* The values of a hidden column have the same numbers everywhere. */
  private int[] declared(int column) {
    int[] codes = new int[columns.get(column).categories().size()];
    Arrays.setAll(codes, code -> code);
    return codes;
  }

  /* The table of the same columns here, or -1. */
  private int tableOf(JointTable other, int[] toOwn) {
    int[] own = new int[other.columns().length];
    for (int k = 0; k < own.length; k++) {
      own[k] = toOwn[other.columns()[k]];
    }
    return Arrays.binarySearch(tables, new JointTable(other.use(), own), JointTable.ORDER);
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
    if (!columns.get(column).isHidden()) {
      return singles.get(column).ranks();
    }
    int[] ranks = declared(column);
    int[] withCount = Arrays.copyOf(ranks, ranks.length + 1);
    withCount[ranks.length] = ranks.length;
    return withCount;
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
      int[] own = new int[in.count(held.length)];
      for (int k = 0; k < own.length; k++) {
        own[k] = held[in.index(held.length)];
      }
      JointTable key = new JointTable(use, own);
      int table = Arrays.binarySearch(tables, key, JointTable.ORDER);
      if (table < 0) {
        throw new IllegalStateException("joint counts of a row do not fit the network");
      }
      open(table).read(in, select(tables[table], codes));
    }
  }
}
