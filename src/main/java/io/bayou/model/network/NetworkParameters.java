package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.JointCounts;
import java.util.List;

/**
 * The conditional probabilities of a network: those that the spec gives, and those that follow from
 * the counts.
 */
final class NetworkParameters {
  private static final int[] NOTHING = {};

  private final List<DiscreteColumn> columns;
  private final List<ClassCells> classes;
  private final NetworkStructure structure;
  private final double classAlpha;
  private final ExpertTables experts;
  private final HiddenPrior hiddenPrior;
  private final boolean anyHidden;

  private double[] factors = {};
  private String[] labels = {};
  private int[] labelNumbers = {};
  private JointTable[] tables = {};

  NetworkParameters(
      ModelSpec spec,
      NetworkStructure structure,
      List<DiscreteColumn> columns,
      List<ClassCells> classes) {
    this.structure = structure;
    this.columns = columns;
    this.classes = classes;
    classAlpha = spec.prior() instanceof Prior.Dirichlet dirichlet ? dirichlet.alpha() : 0.0;
    experts = new ExpertTables(spec.network());
    hiddenPrior = new HiddenPrior(columns);
    anyHidden = !spec.network().hidden().isEmpty();
  }

  /** The columns and tables have changed. */
  void reset(JointTable[] changed, ColumnNames names, boolean[] hidden) {
    tables = changed;
    experts.open(names, columns);
    if (anyHidden) {
      int classTable = structure.classTable();
      int[] ofClass = classTable < 0 ? new int[0] : tables[classTable].columns();
      hiddenPrior.reset(structure.families(), hidden, ofClass);
    }
  }

  /** What each class's counts still count. */
  void refresh(double[] byClass) {
    factors = byClass;
  }

  /** What the classes are called. */
  void label(String[] names) {
    if (names != labels) {
      labels = names;
      labelNumbers = experts.numbers(names);
    }
  }

  /** Whether a table gives the probabilities of the class. */
  boolean isClassGiven() {
    return experts.ofClass() != null;
  }

  /**
   * The probability of what a column is, given what it depends on.
   *
   * @param codes by column, its value
   * @param values room for as many
   */
  double probability(Family family, int c, int[] codes, int[] values) {
    ExpertTable table = experts.of(family.child());
    double[] row = table == null ? null : table.row(labelNumber(family, c), codes);
    if (row != null && table.isFixed()) {
      return table.probability(row, codes[family.child()], 0.0, 0.0);
    }
    select(family.table(), codes, values);
    double count = 0.0;
    double given = 0.0;
    for (int k = family.ofClass() ? c : 0; k < (family.ofClass() ? c + 1 : classes.size()); k++) {
      count += family.count(classes.get(k), codes, values) * factors[k];
      given += family.given(classes.get(k), values) * factors[k];
    }
    return row == null
        ? learned(family, codes, count, given)
        : table.probability(row, codes[family.child()], count, given);
  }

  private int labelNumber(Family family, int c) {
    return family.ofClass() ? labelNumbers[c] : -1;
  }

  private double learned(Family family, int[] codes, double count, double given) {
    DiscreteColumn child = columns.get(family.child());
    if (anyHidden && hiddenPrior.concerns(family)) {
      int cells = child.categories().known() + (child.reserves() && !child.isClosed() ? 1 : 0);
      return hiddenPrior.share(family.child(), codes, count, given, Math.max(1, cells));
    }
    int code = codes[family.child()];
    int known = child.categories().known();
    double overall = child.cells().isOverall() ? overall(family.child(), code, known) : 0.0;
    return child.cells().share(code, count, given, known, child.isClosed(), overall);
  }

  /* The value's part of all that was counted. */
  private double overall(int column, int code, int known) {
    double count = 0.0;
    double total = 0.0;
    for (int k = 0; k < classes.size(); k++) {
      CategoryCounts single = classes.get(k).single(column);
      count += single.count(code) * factors[k];
      total += single.total() * factors[k];
    }
    return total > 0.0 ? count / total : 1.0 / Math.max(1, known);
  }

  /** How many combinations of its parents the spec gives the probabilities of a column for. */
  int given(int column) {
    return given(experts.of(column));
  }

  /** As {@link #given(int)}, of the class. */
  int givenOfClass() {
    return given(experts.ofClass());
  }

  private static int given(ExpertTable table) {
    return table == null || !table.isFixed() ? 0 : table.rows();
  }

  /** Whether some columns are never seen. */
  boolean anyHidden() {
    return anyHidden;
  }

  /** As {@link #probability}, of a class. */
  double classProbability(int c, int[] codes, int[] values) {
    ExpertTable table = experts.ofClass();
    double[] row = table == null ? null : table.row(-1, codes);
    if (row != null && table.isFixed()) {
      return table.probability(row, labelNumbers[c], 0.0, 0.0);
    }
    select(structure.classTable(), codes, values);
    double all = 0.0;
    double own = 0.0;
    for (int k = 0; k < classes.size(); k++) {
      JointCounts counts = classes.get(k).joint(structure.classTable());
      double weight = counts == null ? 0.0 : counts.count(values) * factors[k];
      all += weight;
      own += k == c ? weight : 0.0;
    }
    if (row != null) {
      return table.probability(row, labelNumbers[c], own, all);
    }
    if (anyHidden && hiddenPrior.concernsClass()) {
      return hiddenPrior.classShare(c, classes.size(), codes, own, all);
    }
    double mass = all + classAlpha * classes.size();
    return mass > 0.0 ? (own + classAlpha) / mass : 1.0 / classes.size();
  }

  /** The probability of a class that depends on nothing, from its table. */
  double classProbability(int c, double weight, double total) {
    double[] row = experts.ofClass().row(-1, NOTHING);
    return experts.ofClass().probability(row, labelNumbers[c], weight, total);
  }

  private void select(int table, int[] codes, int[] values) {
    if (table >= 0) {
      int[] selected = tables[table].columns();
      for (int k = 0; k < selected.length; k++) {
        values[k] = codes[selected[k]];
      }
    }
  }
}
