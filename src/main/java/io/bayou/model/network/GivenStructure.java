package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A network as the spec has it. */
class GivenStructure implements NetworkStructure {
  private final NetworkShape shape;
  private final boolean open;
  private final List<JointTable> tables = new ArrayList<>();
  private Family[] families = {};
  private int[] order = {};
  private int[] elimination = {};
  private int classTable = -1;

  GivenStructure(ModelSpec spec) {
    shape = new NetworkShape(spec);
    open = spec.learner() == LearnerKind.TAN;
  }

  @Override
  public boolean isExact() {
    return shape.isExact();
  }

  @Override
  public boolean uses(String name) {
    return open || shape.contains(name);
  }

  @Override
  public int maxValues(String name) {
    return shape.maxValues(name);
  }

  @Override
  public long tables(int columns) {
    return columns + 1L;
  }

  @Override
  public JointTable[] open(ColumnNames names) {
    int size = names.size();
    tables.clear();
    families = new Family[size];
    for (int child = 0; child < size; child++) {
      families[child] = family(child, names);
    }
    int[] ofClass = columns(shape.parentsOfClass(), names);
    classTable = -1;
    if (ofClass.length > 0 && isOpen(ofClass)) {
      classTable = tables.size();
      tables.add(new JointTable(JointTable.Use.CLASS, ofClass));
    }
    order = present(shape.order(), names);
    elimination = present(shape.elimination(), names);
    return tables.toArray(JointTable[]::new);
  }

  private Family family(int child, ColumnNames names) {
    String name = names.get(child);
    boolean ofClass = shape.dependsOnClass(name);
    int[] parents = columns(shape.parentsOf(name), names);
    if (parents.length == 0) {
      return Family.alone(child, ofClass);
    }
    if (!isOpen(parents)) {
      return Family.uncounted(child, ofClass);
    }
    int[] all = IntStream.concat(IntStream.of(child), IntStream.of(parents)).toArray();
    tables.add(new JointTable(JointTable.Use.FAMILY, all));
    return new Family(child, parents, ofClass, tables.size() - 1, 0);
  }

  private static int[] columns(List<String> nodes, ColumnNames names) {
    return nodes.stream().mapToInt(names::find).toArray();
  }

  private static boolean isOpen(int[] columns) {
    return IntStream.of(columns).allMatch(column -> column >= 0);
  }

  /* Those that are there, and before them what the network does not name. */
  private int[] present(List<String> nodes, ColumnNames names) {
    IntStream others = IntStream.range(0, names.size()).filter(i -> !shape.contains(names.get(i)));
    IntStream named = nodes.stream().mapToInt(names::find).filter(column -> column >= 0);
    return IntStream.concat(others, named).toArray();
  }

  @Override
  public void refresh(List<DiscreteColumn> columns, List<ClassCells> classes, double[] factors) {
    // what is given does not depend on the counts
  }

  @Override
  public Family[] families() {
    return families;
  }

  @Override
  public int[] order() {
    return order;
  }

  @Override
  public int[] elimination() {
    return elimination;
  }

  @Override
  public int classTable() {
    return classTable;
  }
}
