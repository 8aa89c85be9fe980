package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.JointCounts;
import java.util.Arrays;
import java.util.List;

/**
 * Tree-augmented naive Bayes (Friedman, Geiger, Goldszmidt 1997): every column depends on the class
 * and on at most one other column. The tree has the greatest mutual information given the class
 * (Chow, Liu 1968), less what is expected by chance.
 *
 * <p>The tree is a function of the present counts alone: equal counts give equal trees, in whatever
 * order the examples came. It may change with every example.
 */
final class TreeStructure extends NetworkStructure {
  /** With more, the number of a pair of values would not fit where rows are sorted. */
  private static final int MAX_VALUES = 1 << 15;

  private final SpanningTree tree = new SpanningTree();
  private final Dependence dependence = new Dependence();
  private final int maxValues;
  private int size;
  private int[] parents = {};

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

  @Override
  long tableCount(int columns) {
    return (long) columns * (columns - 1) / 2;
  }

  @Override
  void open(ColumnNames names) {
    size = names.size();
    tables = new JointTable[(int) tableCount(size)];
    for (int i = 0, t = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        tables[t++] = new JointTable(JointTable.Use.PAIR, i, j);
      }
    }
    parents = null;
  }

  private int table(int low, int high) {
    return low * (2 * size - low - 1) / 2 + high - low - 1;
  }

  @Override
  void refresh(List<DiscreteColumn> columns, List<ClassCells> classes, double[] factors) {
    dependence.columns = columns;
    dependence.classes = classes;
    dependence.factors = factors;
    tree.grow(size, dependence);
    if (!Arrays.equals(tree.parents(), parents)) {
      adopt();
    }
  }

  /* How much two columns depend on one another. One object serves all examples. */
  private final class Dependence implements SpanningTree.Weight {
    private List<DiscreteColumn> columns = List.of();
    private List<ClassCells> classes = List.of();
    private double[] factors = {};

    @Override
    public double between(int low, int high) {
      long cells = (long) columns.get(low).maxCells() * columns.get(high).maxCells();
      return cells > NetworkShape.MAX_CELLS ? 0.0 : information(table(low, high));
    }

    private double information(int table) {
      double sum = 0.0;
      for (int c = 0; c < classes.size(); c++) {
        JointCounts counts = classes.get(c).joint(table);
        if (counts != null) {
          sum += counts.information() * factors[c];
        }
      }
      return sum;
    }
  }

  private void adopt() {
    parents = tree.parents().clone();
    order = tree.order().clone();
    elimination = new int[size];
    families = new Family[size];
    for (int i = 0; i < size; i++) {
      elimination[size - 1 - i] = order[i];
      families[i] = family(i, parents[i]);
    }
  }

  private Family family(int child, int parent) {
    if (parent < 0) {
      return Family.alone(child, true);
    }
    boolean parentFirst = parent < child;
    int table = parentFirst ? table(parent, child) : table(child, parent);
    return new Family(child, new int[] {parent}, true, table, parentFirst ? 0 : 1);
  }
}
