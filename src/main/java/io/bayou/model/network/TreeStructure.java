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
 * (Chow, Liu 1968), less what its parameters cost.
 *
 * <p>The tree is a function of the present counts alone: equal counts give equal trees, in whatever
 * order the examples came. It may change with every example.
 *
 * <p>Only the first columns are counted in pairs, see {@link PairedColumns}; the others depend on
 * the class alone.
 */
final class TreeStructure extends NetworkStructure {
  /** As Friedman, Geiger and Goldszmidt chose it. */
  private static final double STRENGTH_OF_CLASS = 5.0;

  private final SpanningTree tree = new SpanningTree();
  private final SpanningTree.Weight dependence = this::dependence;
  private final int maxValues;
  private final PairedColumns pairs = new PairedColumns();
  private int size;
  private int paired;
  private int[] parents = {};
  private double[] gains = {};
  private int[] cells = {};

  TreeStructure(ModelSpec spec) {
    maxValues = Math.min(PairedColumns.MAX_VALUES, spec.limits().categories());
  }

  @Override
  double strengthOfClass() {
    return STRENGTH_OF_CLASS;
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
    pair(pairs.open(size));
    parents = null;
  }

  @Override
  boolean limit(int ofClasses) {
    return pair(pairs.limit(ofClasses));
  }

  private boolean pair(boolean changed) {
    if (changed) {
      paired = pairs.size();
      parents = null;
      tables = pairs.tables();
      gains = new double[tables.length];
      cells = new int[paired];
    }
    return changed;
  }

  @Override
  void refresh(List<DiscreteColumn> columns, List<ClassCells> ofClasses, double[] factors) {
    Arrays.fill(gains, 0.0);
    for (int c = 0; c < ofClasses.size(); c++) {
      ofClasses.get(c).tables().addGains(gains, factors[c]);
    }
    leaveLargeOut(columns);
    tree.grow(paired, dependence);
    if (parents == null || !Arrays.equals(tree.parents(), 0, paired, parents, 0, paired)) {
      adopt();
    }
  }

  private double dependence(int low, int high) {
    return gains[PairSharing.pair(low, high, paired)];
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
        gains[t] = 0.0;
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
