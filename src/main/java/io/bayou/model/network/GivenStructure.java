package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.CellRoom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The structure that the spec gives. */
class GivenStructure extends NetworkStructure {
  private final NetworkShape shape;
  private final boolean takesOtherFeatures;

  GivenStructure(ModelSpec spec) {
    shape = new NetworkShape(spec);
    takesOtherFeatures = spec.learner() == LearnerKind.TAN;
  }

  @Override
  boolean isExact() {
    return shape.isExact();
  }

  @Override
  boolean usesFeature(String name) {
    return takesOtherFeatures || shape.contains(name);
  }

  @Override
  int maxValues(String name) {
    return shape.maxValues(name);
  }

  @Override
  boolean hasTables(int columns, int classes) {
    return (columns + 1L) * classes <= MAX_TABLES;
  }

  @Override
  ClassTables newTables(List<DiscreteColumn> columns, CellRoom room) {
    return new FamilyTables(columns, tables, room);
  }

  @Override
  void open(ColumnNames names) {
    List<JointTable> opened = new ArrayList<>();
    families = new Family[names.size()];
    for (int child = 0; child < families.length; child++) {
      families[child] = family(child, names, opened);
    }
    int[] parents = columns(shape.parentsOfClass(), names);
    classTable = -1;
    if (parents.length > 0 && areOpen(parents)) {
      classTable = opened.size();
      opened.add(new JointTable(JointTable.Use.CLASS, parents));
    }
    order = open(shape.order(), names);
    elimination = open(shape.elimination(), names);
    tables = opened.toArray(JointTable[]::new);
  }

  private Family family(int child, ColumnNames names, List<JointTable> opened) {
    String name = names.get(child);
    boolean ofClass = shape.dependsOnClass(name);
    int[] parents = columns(shape.parentsOf(name), names);
    if (parents.length == 0) {
      return Family.alone(child, ofClass);
    }
    if (!areOpen(parents)) {
      return Family.uncounted(child, ofClass);
    }
    int[] all = IntStream.concat(IntStream.of(child), IntStream.of(parents)).toArray();
    opened.add(new JointTable(JointTable.Use.FAMILY, all));
    return new Family(child, parents, ofClass, opened.size() - 1, 0);
  }

  private static int[] columns(List<String> nodes, ColumnNames names) {
    return nodes.stream().mapToInt(names::find).toArray();
  }

  private static boolean areOpen(int[] columns) {
    return IntStream.of(columns).allMatch(column -> column >= 0);
  }

  /* The columns of these nodes that are open, after those that the network does not name. */
  private int[] open(List<String> nodes, ColumnNames names) {
    IntStream others = IntStream.range(0, names.size()).filter(i -> !shape.contains(names.get(i)));
    IntStream named = nodes.stream().mapToInt(names::find).filter(column -> column >= 0);
    return IntStream.concat(others, named).toArray();
  }
}
