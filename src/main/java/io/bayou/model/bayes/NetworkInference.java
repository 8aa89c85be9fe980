package io.bayou.model.bayes;

import io.bayou.model.ModelSpec;
import io.bayou.model.Prior;
import io.bayou.model.net.Elimination;
import io.bayou.model.net.Factor;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.JointCounts;
import io.bayou.model.stat.LogProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Probabilities of a network, given what is known of an event: the product over all families,
 * summed over the columns without a value. A column whose value is unknown and that nothing depends
 * on sums to 1 and is left out.
 */
final class NetworkInference {
  private static final int NONE = -1;

  private final List<DiscreteColumn> columns;
  private final List<ClassCells> classes;
  private final NetworkStructure structure;
  private final double classAlpha;
  private final LogProduct product = new LogProduct();
  private final List<Factor> shared = new ArrayList<>();

  private double[] factors = {};
  private JointTable[] tables = {};
  private int[] codes = {};
  private int[] values = {};
  private boolean[] hidden = {};
  private boolean anyHidden;
  private int kept = NONE;
  private double sharedLog;

  NetworkInference(
      ModelSpec spec,
      NetworkStructure structure,
      List<DiscreteColumn> columns,
      List<ClassCells> classes) {
    this.structure = structure;
    this.columns = columns;
    this.classes = classes;
    classAlpha = spec.prior() instanceof Prior.Dirichlet dirichlet ? dirichlet.alpha() : 0.0;
  }

  /** The columns and tables have changed. */
  void reset(JointTable[] changed) {
    tables = changed;
    codes = new int[columns.size()];
    values = new int[columns.size()];
    hidden = new boolean[columns.size()];
  }

  void refresh(double[] byClass) {
    factors = byClass;
  }

  /** Takes what is known of an event: by column, the number of its value. */
  void observe(int[] event) {
    observe(event, NONE);
  }

  /** As {@link #observe(int[])}, to ask for one column, of which nothing is known. */
  void observe(int[] event, int asked) {
    System.arraycopy(event, 0, codes, 0, codes.length);
    kept = asked;
    if (asked != NONE) {
      codes[asked] = DiscreteColumn.MISSING;
    }
    findHidden();
    shared.clear();
    product.reset();
    for (Family family : structure.families()) {
      if (!family.ofClass()) {
        multiply(family, NONE, shared);
      }
    }
    sharedLog = product.log();
  }

  private boolean isObserved(int column) {
    return codes[column] >= 0
        || (codes[column] == DiscreteColumn.UNKNOWN && columns.get(column).reserves());
  }

  /* What has to be summed over: the columns without a value on which one with a value depends. */
  private void findHidden() {
    Arrays.fill(hidden, false);
    anyHidden = false;
    if (kept != NONE) {
      hide(kept);
    }
    int classTable = structure.classTable();
    if (classTable >= 0) {
      hideUnobserved(tables[classTable].columns());
    }
    int[] order = structure.order();
    for (int i = order.length - 1; i >= 0; i--) {
      int column = order[i];
      if (hidden[column] || isObserved(column)) {
        hideUnobserved(structure.families()[column].parents());
      }
    }
  }

  private void hideUnobserved(int[] parents) {
    for (int parent : parents) {
      if (!isObserved(parent)) {
        hide(parent);
      }
    }
  }

  private void hide(int column) {
    hidden[column] = true;
    anyHidden = true;
  }

  /** ln P(event | class); where the class has parents, ln P(event, class). */
  double log(int c) {
    return anyHidden ? sumOf(c).log() : logOfKnown(c, List.of());
  }

  /** By value of the column that was asked for, in value order, ln P(value, event | class). */
  double[] logs(int c) {
    Factor factor = sumOf(c);
    double[] logs = new double[factor.cells().length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(factor.cells()[i]) + factor.log();
    }
    return logs;
  }

  /* Sums over what is hidden. */
  private Factor sumOf(int c) {
    List<Factor> all = new ArrayList<>(shared);
    double log = logOfKnown(c, all);
    return Elimination.sum(all, structure.elimination(), kept).times(log);
  }

  /* Multiplies the numbers; the factors are added to the list. */
  private double logOfKnown(int c, List<Factor> all) {
    product.reset();
    for (Family family : structure.families()) {
      if (family.ofClass()) {
        multiply(family, c, all);
      }
    }
    multiplyClass(c, all);
    return sharedLog + product.log();
  }

  /* A family all of whose columns are known is a number, any other a factor. */
  private void multiply(Family family, int c, List<Factor> all) {
    int child = family.child();
    if (hidden[child] || isObserved(child)) {
      if (hidden[child] || isAnyHidden(family.parents())) {
        all.add(factor(hiddenOf(child, family.parents()), () -> probability(family, c)));
      } else {
        product.multiply(probability(family, c));
      }
    }
  }

  private void multiplyClass(int c, List<Factor> all) {
    if (structure.classTable() >= 0) {
      int[] parents = tables[structure.classTable()].columns();
      if (isAnyHidden(parents)) {
        all.add(factor(hiddenOf(NONE, parents), () -> classProbability(c)));
      } else {
        product.multiply(classProbability(c));
      }
    }
  }

  private boolean isAnyHidden(int[] parents) {
    if (anyHidden) {
      for (int parent : parents) {
        if (hidden[parent]) {
          return true;
        }
      }
    }
    return false;
  }

  /* In order; without the child if there is none. */
  private int[] hiddenOf(int child, int[] parents) {
    int[] open = new int[parents.length + 1];
    int size = 0;
    if (child != NONE && hidden[child]) {
      open[size++] = child;
    }
    for (int parent : parents) {
      if (hidden[parent]) {
        open[size++] = parent;
      }
    }
    int[] found = Arrays.copyOf(open, size);
    Arrays.sort(found);
    return found;
  }

  /** A number that depends on the present values. */
  private interface Probability {
    double get();
  }

  private Factor factor(int[] open, Probability probability) {
    int[][] domains = new int[open.length][];
    int[] sizes = new int[open.length];
    for (int k = 0; k < open.length; k++) {
      domains[k] = columns.get(open[k]).domain();
      sizes[k] = domains[k].length;
    }
    double[] table = new double[Factor.cells(sizes)];
    int[] at = new int[open.length];
    int[] before = new int[open.length];
    for (int k = 0; k < open.length; k++) {
      before[k] = codes[open[k]];
    }
    for (int cell = 0; cell < table.length; cell++) {
      for (int k = 0; k < open.length; k++) {
        codes[open[k]] = domains[k][at[k]];
      }
      table[cell] = probability.get();
      Factor.advance(at, sizes);
    }
    for (int k = 0; k < open.length; k++) {
      codes[open[k]] = before[k];
    }
    return Factor.of(open, sizes, table, 0.0);
  }

  /** P(child | parents, class), all of which have a value in the event. */
  double probability(Family family, int c, int[] event) {
    System.arraycopy(event, 0, codes, 0, codes.length);
    return probability(family, c);
  }

  /** P(class | parents), all of which have a value in the event. */
  double classProbability(int c, int[] event) {
    System.arraycopy(event, 0, codes, 0, codes.length);
    return classProbability(c);
  }

  private double probability(Family family, int c) {
    select(family.table());
    double count = 0.0;
    double given = 0.0;
    if (family.ofClass()) {
      count = family.count(classes.get(c), codes, values) * factors[c];
      given = family.given(classes.get(c), values) * factors[c];
    } else {
      for (int k = 0; k < classes.size(); k++) {
        count += family.count(classes.get(k), codes, values) * factors[k];
        given += family.given(classes.get(k), values) * factors[k];
      }
    }
    DiscreteColumn child = columns.get(family.child());
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

  private double classProbability(int c) {
    select(structure.classTable());
    double all = classAlpha * classes.size();
    double own = classAlpha;
    for (int k = 0; k < classes.size(); k++) {
      JointCounts counts = classes.get(k).joint(structure.classTable());
      double weight = counts == null ? 0.0 : counts.count(values) * factors[k];
      all += weight;
      own += k == c ? weight : 0.0;
    }
    return all > 0.0 ? own / all : 1.0 / classes.size();
  }

  private void select(int table) {
    if (table >= 0) {
      int[] of = tables[table].columns();
      for (int k = 0; k < of.length; k++) {
        values[k] = codes[of[k]];
      }
    }
  }
}
