package io.bayou.model.network;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CellRoom;
import io.bayou.model.stat.JointCounts;
import java.util.List;

/** The counts of the families of a given network, in one class. */
final class FamilyTables extends ClassTables {
  private final CellRoom room;
  private final List<DiscreteColumn> columns;
  private JointCounts[] joints; // null where there are none

  FamilyTables(List<DiscreteColumn> columns, JointTable[] tables, CellRoom room) {
    super(tables);
    this.room = room;
    this.columns = columns;
    joints = new JointCounts[tables.length];
  }

  /** Joint counts, or null if there are none. */
  JointCounts joint(int table) {
    return joints[table];
  }

  /** Joint counts, created if there are none. */
  JointCounts open(int table) {
    if (joints[table] == null) {
      joints[table] = tables[table].newCounts(room);
    }
    return joints[table];
  }

  /* A given network loses no table: those without the new column keep their order. */
  @Override
  void adapt(JointTable[] newTables, int inserted) {
    JointCounts[] wider = new JointCounts[newTables.length];
    for (int t = 0, former = 0; t < wider.length; t++) {
      wider[t] = newTables[t].positionOf(inserted) < 0 ? joints[former++] : null;
    }
    tables = newTables;
    joints = wider;
  }

  @Override
  boolean add(int[] codes, int[] values, double weight) {
    boolean complete = true;
    for (int t = 0; t < tables.length; t++) {
      if (tables[t].select(codes, values)) {
        complete &= open(t).add(values, weight);
      }
    }
    return complete;
  }

  @Override
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

  @Override
  void forget(int column, int code) {
    for (int t = 0; t < tables.length; t++) {
      int position = tables[t].positionOf(column);
      if (position >= 0 && joints[t] != null) {
        joints[t].forget(position, code);
      }
    }
  }

  @Override
  void scale(double factor) {
    for (JointCounts joint : joints) {
      if (joint != null) {
        joint.scale(factor);
      }
    }
  }

  @Override
  void clear() {
    for (JointCounts joint : joints) {
      if (joint != null) {
        joint.clear();
      }
    }
  }

  @Override
  boolean isEmpty(int table) {
    return joints[table] == null || joints[table].isEmpty();
  }

  @Override
  double total(int table) {
    return joints[table] == null ? 0.0 : joints[table].total();
  }

  @Override
  double count(int table, int[] values) {
    return joints[table] == null ? 0.0 : joints[table].count(values);
  }

  @Override
  double marginal(int table, int m, int[] values) {
    return joints[table] == null ? 0.0 : joints[table].marginal(m, values);
  }

  @Override
  void visit(int table, JointCounts.Visitor visitor) {
    if (joints[table] != null) {
      joints[table].visit(visitor);
    }
  }

  @Override
  boolean merge(ClassTables other, int[] toOwn, int[][] codes) {
    boolean complete = true;
    for (int t = 0; t < other.tables.length; t++) {
      if (!other.isEmpty(t)) {
        int[] theirs = other.tables[t].columns();
        int table = find(other.tables[t].use(), theirs, toOwn);
        if (table >= 0) {
          JointCounts from = ((FamilyTables) other).joints[t];
          complete &= open(table).merge(from, select(theirs, codes));
        }
      }
    }
    return complete;
  }

  @Override
  protected void write(int table, StateWriter out, int[][] ranks) {
    joints[table].write(out, ranks);
  }

  @Override
  protected void read(int table, StateReader in, int[][] codes) {
    open(table).read(in, codes);
  }

  @Override
  protected void skip(StateReader in, int[][] codes) {
    throw new IllegalStateException("joint counts of a row do not fit the network");
  }
}
