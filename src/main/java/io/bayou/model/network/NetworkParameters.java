package io.bayou.model.network;

import io.bayou.model.ScoringForm;
import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.stat.CategoryCounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The conditional probabilities of a network over the open columns: given by the spec, or estimated
 * from the counts.
 */
final class NetworkParameters {
  private static final int[] NO_CODES = {};

  /** How many probabilities are written: some 80 MB as text. */
  private static final long MAX_PROBABILITIES = 1 << 22;

  final NetworkStructure structure;
  final ColumnNames names;
  final List<DiscreteColumn> columns;
  final List<ClassCells> classes;

  private final double classAlpha;
  private final ExpertTables experts;
  private final HiddenPrior hiddenPrior; // null where no column is hidden

  private double[] factors = {};
  private String[] labels = {};
  private int[] labelNumbers = {};

  NetworkParameters(
      ModelSpec spec,
      NetworkStructure structure,
      ColumnNames names,
      List<DiscreteColumn> columns,
      List<ClassCells> classes) {
    this.structure = structure;
    this.names = names;
    this.columns = columns;
    this.classes = classes;
    classAlpha = spec.prior() instanceof Prior.Dirichlet dirichlet ? dirichlet.alpha() : 0.0;
    experts = new ExpertTables(spec.network(), names, columns);
    hiddenPrior = spec.network().hidden().isEmpty() ? null : new HiddenPrior(structure, columns);
  }

  /** Sets the decay factor of each class's counts. */
  void refresh(double[] byClass) {
    factors = byClass;
  }

  void label(String[] ofClasses) {
    if (ofClasses != labels) {
      labels = ofClasses;
      labelNumbers = experts.labelNumbers(ofClasses);
    }
  }

  /**
   * The probability of a column's value, given the values that it depends on.
   *
   * @param codes by column, its value
   * @param values a buffer of the same length
   */
  double probability(Family family, int c, int[] codes, int[] values) {
    ExpertTable table = experts.ofColumn(family.child());
    int label = family.ofClass() && table != null ? labelNumbers[c] : -1;
    double[] row = table == null ? null : table.row(label, codes);
    if (row != null && table.isFixed()) {
      return table.probability(row, codes[family.child()], 0.0, 0.0);
    }
    select(family.table(), codes, values);
    double count = 0.0;
    double total = 0.0;
    for (int k = family.ofClass() ? c : 0; k < (family.ofClass() ? c + 1 : classes.size()); k++) {
      count += family.count(classes.get(k), codes, values) * factors[k];
      total += family.parentCount(classes.get(k), values) * factors[k];
    }
    if (row == null && family.table() >= 0 && structure.strengthOfClass() > 0.0) {
      return towardsClass(family.child(), c, codes, count, total);
    }
    return row == null
        ? estimate(family, codes, count, total)
        : table.probability(row, codes[family.child()], count, total);
  }

  /* As Friedman, Geiger and Goldszmidt (1997): few examples of the parents' values tell less about a
   * column than all those of the class. */
  private double towardsClass(int column, int c, int[] codes, double count, double total) {
    CategoryCounts single = classes.get(c).single(column);
    double ofValue = single.count(codes[column]) * factors[c];
    double share = share(column, codes[column], ofValue, single.total() * factors[c]);
    double strength = structure.strengthOfClass();
    return (count + strength * share) / (total + strength);
  }

  private double estimate(Family family, int[] codes, double count, double total) {
    DiscreteColumn child = columns.get(family.child());
    int known = child.categories().known();
    if (hiddenPrior != null && hiddenPrior.concerns(family)) {
      int cells = known + (child.reserves() && !child.isClosed() ? 1 : 0);
      return hiddenPrior.share(family.child(), codes, count, total, Math.max(1, cells));
    }
    return share(family.child(), codes[family.child()], count, total);
  }

  private double share(int column, int code, double count, double total) {
    DiscreteColumn child = columns.get(column);
    int known = child.categories().known();
    double overall = child.cells().isOverall() ? overall(column, code, known) : 0.0;
    return child.cells().share(code, count, total, known, child.isClosed(), overall);
  }

  /* The relative frequency of a value over all classes. */
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

  /** For how many combinations of its parents the spec fixes the distribution of a column. */
  int fixedRows(int column) {
    return fixedRows(experts.ofColumn(column));
  }

  int fixedRowsOfClass() {
    return fixedRows(experts.ofClass());
  }

  private static int fixedRows(ExpertTable table) {
    return table == null || !table.isFixed() ? 0 : table.rows();
  }

  boolean hasHidden() {
    return hiddenPrior != null;
  }

  /** As {@link #probability}, of a class given the values that it depends on. */
  double classProbability(int c, int[] codes, int[] values) {
    ExpertTable table = experts.ofClass();
    double[] row = table == null ? null : table.row(-1, codes);
    if (row != null && table.isFixed()) {
      return table.probability(row, labelNumbers[c], 0.0, 0.0);
    }
    select(structure.classTable(), codes, values);
    double total = 0.0;
    double count = 0.0;
    for (int k = 0; k < classes.size(); k++) {
      double weight = classes.get(k).tables().count(structure.classTable(), values) * factors[k];
      total += weight;
      count += k == c ? weight : 0.0;
    }
    if (row != null) {
      return table.probability(row, labelNumbers[c], count, total);
    }
    if (hiddenPrior != null && hiddenPrior.concernsClass()) {
      return hiddenPrior.classShare(c, classes.size(), codes, count, total);
    }
    double mass = total + classAlpha * classes.size();
    return mass > 0.0 ? (count + classAlpha) / mass : 1.0 / classes.size();
  }

  /** Replaces the log priors if the spec has a table of a class without parents. */
  void refinePrior(ClassTable table, double[] byClass, double[] logPrior) {
    ExpertTable given = experts.ofClass();
    if (given == null) {
      return;
    }
    double[] row = given.row(-1, NO_CODES);
    double total = 0.0;
    for (int c = 0; c < table.size(); c++) {
      total += table.weight(c) * byClass[c];
    }
    for (int c = 0; c < table.size(); c++) {
      double weight = table.weight(c) * byClass[c];
      logPrior[c] = Math.log(given.probability(row, labelNumbers[c], weight, total));
    }
  }

  private void select(int table, int[] codes, int[] values) {
    if (table >= 0) {
      int[] selected = structure.tables()[table].columns();
      for (int k = 0; k < selected.length; k++) {
        values[k] = codes[selected[k]];
      }
    }
  }

  /**
   * The conditional probabilities as tables.
   *
   * @throws UnsupportedOperationException if there are too many
   */
  ScoringForm scoringForm() {
    return new Tables().form();
  }

  /** The conditional probabilities as tables over all values, known or unknown. */
  private final class Tables {
    private final int[][] cells; // by column the codes of the values, in the order of tables
    private final int[] codes;
    private final int[] buffer;
    private long written;

    Tables() {
      cells = new int[columns.size()][];
      Arrays.setAll(cells, this::cells);
      codes = new int[columns.size()];
      buffer = new int[columns.size()];
    }

    /* The known values and, if it has a probability, the unknown one. */
    private int[] cells(int j) {
      int[] domain = columns.get(j).domain();
      boolean added = isObservable(j) && !isSummed(j);
      int[] codesOfColumn = Arrays.copyOf(domain, domain.length + (added ? 1 : 0));
      if (added) {
        codesOfColumn[domain.length] = DiscreteColumn.UNKNOWN;
      }
      return codesOfColumn;
    }

    /* Whether an unknown value of an event is a value like another. */
    private boolean isObservable(int j) {
      DiscreteColumn column = columns.get(j);
      return column.reserves() && !column.isTruth() && !column.isHidden();
    }

    /* Whether the unknown value counts where the column has no value. */
    private boolean isSummed(int j) {
      int[] domain = columns.get(j).domain();
      return domain[domain.length - 1] == DiscreteColumn.UNKNOWN;
    }

    ScoringForm form() {
      List<ScoringForm> nodes = new ArrayList<>();
      for (Family family : structure.families()) {
        nodes.add(node(family));
      }
      ScoringForm form =
          new ScoringForm("network")
              .forms("nodes", nodes)
              .integers("order", structure.order())
              .integers("elimination", structure.elimination());
      if (structure.classTable() >= 0) {
        form.form("class", classNode());
      }
      if (!structure.isExact()) {
        form.integer("maxCells", structure.maxCells());
      }
      return form;
    }

    private ScoringForm node(Family family) {
      int j = family.child();
      String unknown = isSummed(j) ? "summed" : isObservable(j) ? "observed" : "missing";
      int[] variables = Arrays.copyOf(family.parents(), family.parents().length + 1);
      variables[variables.length - 1] = j;
      List<double[]> tables = new ArrayList<>();
      for (int k = 0; k < (family.ofClass() ? classes.size() : 1); k++) {
        int c = k;
        tables.add(table(variables, () -> probability(family, c, codes, buffer)));
      }
      return columns
          .get(j)
          .scoringForm("node", names.get(j))
          .text("unknown", unknown)
          .integers("parents", family.parents())
          .rows("tables", tables);
    }

    private ScoringForm classNode() {
      int[] parents = structure.parentsOfClass();
      List<double[]> tables = new ArrayList<>();
      for (int k = 0; k < classes.size(); k++) {
        int c = k;
        tables.add(table(parents, () -> classProbability(c, codes, buffer)));
      }
      return new ScoringForm().integers("parents", parents).rows("tables", tables);
    }

    /** A probability of the present codes. */
    private interface Probability {
      double now();
    }

    /* Over all combinations of values; those of the last variable follow one another. */
    private double[] table(int[] variables, Probability probability) {
      int[] sizes = Arrays.stream(variables).map(j -> cells[j].length).toArray();
      double[] table = new double[count(sizes)];
      int[] cursor = new int[sizes.length];
      for (int i = 0; i < table.length; i++) {
        for (int k = 0; k < variables.length; k++) {
          codes[variables[k]] = cells[variables[k]][cursor[k]];
        }
        table[i] = probability.now();
        Factor.advance(cursor, sizes);
      }
      return table;
    }

    private int count(int[] sizes) {
      double count = 1.0;
      for (int size : sizes) {
        count *= size;
      }
      written += (long) Math.min(count, MAX_PROBABILITIES);
      if (count > MAX_PROBABILITIES || written > MAX_PROBABILITIES) {
        throw new UnsupportedOperationException(
            String.format(
                Locale.ROOT,
                "the network has more than %,d probabilities, which is too many for a file of them;"
                    + " score with the Java client or over HTTP",
                MAX_PROBABILITIES));
      }
      return (int) count;
    }
  }
}
