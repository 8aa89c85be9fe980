package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.CellRoom;
import java.util.Arrays;
import java.util.List;

/**
 * Tree-augmented naive Bayes (Friedman, Geiger, Goldszmidt 1997): every column depends on the class
 * and on at most one other column. The tree has the greatest mutual information given the class
 * (Chow, Liu 1968), less what is expected by chance.
 *
 * <p>The tree is a function of the present counts alone: equal counts give equal trees, in whatever
 * order the examples came. It may change with every example.
 *
 * <p>Only the first columns in name order are counted in pairs, as many as there is room for in
 * every class; the others depend on the class alone. A column that is among the first of all
 * columns is so among any of them. So partials have counted what their sum needs.
 */
final class TreeStructure extends NetworkStructure {
  /** How many columns are counted in pairs: an example takes time and memory for each pair. */
  static final int MAX_PAIRED = 64;

  /** With more, the number of a pair of values would not fit where rows are sorted. */
  private static final int MAX_VALUES = 1 << 15;

  private final SpanningTree tree = new SpanningTree();
  private final SpanningTree.Weight dependence = this::dependence;
  private final int maxValues;
  private int size;
  private int classes = 1;
  private int paired;
  private int[] parents = {};
  private double[] information = {};
  private int[] cells = {};

  TreeStructure(ModelSpec spec) {
    maxValues = Math.min(MAX_VALUES, spec.limits().categories());
  }

  @Override
  boolean usesFeature(String name) {
    return true;
  }

  @Override
  int maxValues(String name) {
    return maxValues;
  }

  /** Always: fewer columns are counted in pairs if need be. */
  @Override
  boolean hasTables(int columns, int ofClasses) {
    return true;
  }

  @Override
  ClassTables newTables(List<DiscreteColumn> columns, CellRoom room) {
    return new PairTables(tables, room);
  }

  @Override
  void open(ColumnNames names) {
    size = names.size();
    pair();
    parents = null;
  }

  @Override
  boolean limit(int ofClasses) {
    classes = Math.max(1, ofClasses);
    return pair();
  }

  /* Returns whether the tables have changed. */
  private boolean pair() {
    int most = MAX_TABLES / classes;
    int columns = Math.min(size, MAX_PAIRED);
    while (columns * (columns - 1) / 2 > most) {
      columns--;
    }
    if (columns == paired) {
      return false;
    }
    paired = columns;
    parents = null;
    tables = new JointTable[paired * (paired - 1) / 2];
    for (int i = 0, t = 0; i < paired; i++) {
      for (int j = i + 1; j < paired; j++) {
        tables[t++] = new JointTable(JointTable.Use.PAIR, i, j);
      }
    }
    information = new double[tables.length];
    cells = new int[paired];
    return true;
  }

  @Override
  void refresh(List<DiscreteColumn> columns, List<ClassCells> ofClasses, double[] factors) {
    Arrays.fill(information, 0.0);
    for (int c = 0; c < ofClasses.size(); c++) {
      ofClasses.get(c).tables().addInformation(information, factors[c]);
    }
    leaveLargeOut(columns);
    tree.grow(paired, dependence);
    if (parents == null || !Arrays.equals(tree.parents(), 0, paired, parents, 0, paired)) {
      adopt();
    }
  }

  private double dependence(int low, int high) {
    return information[PairSharing.pair(low, high, paired)];
  }

  /* Columns of which a table would have too many cells do not depend on one another. */
  private void leaveLargeOut(List<DiscreteColumn> columns) {
    long most = 0;
    for (int i = 0; i < paired; i++) {
      cells[i] = columns.get(i).maxCells();
      most = Math.max(most, cells[i]);
    }
    for (int t = 0; most * most > NetworkShape.MAX_CELLS && t < tables.length; t++) {
      int[] both = tables[t].columns();
      if ((long) cells[both[0]] * cells[both[1]] > NetworkShape.MAX_CELLS) {
        information[t] = 0.0;
      }
    }
  }

  private void adopt() {
    boolean isNew = parents == null;
    if (isNew) {
      parents = new int[size];
      order = new int[size];
      elimination = new int[size];
      families = new Family[size];
    }
    for (int i = 0; i < size; i++) {
      order[i] = i < paired ? tree.order()[i] : i;
      elimination[size - 1 - i] = order[i];
      int parent = i < paired ? tree.parents()[i] : SpanningTree.NONE;
      if (isNew || parent != parents[i]) {
        parents[i] = parent;
        families[i] = family(i, parent);
      }
    }
  }

  private Family family(int child, int parent) {
    if (parent < 0) {
      return Family.alone(child, true);
    }
    int table = PairSharing.pair(Math.min(parent, child), Math.max(parent, child), paired);
    return new Family(child, new int[] {parent}, true, table, parent < child ? 0 : 1);
  }
}
