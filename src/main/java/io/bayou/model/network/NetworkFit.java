package io.bayou.model.network;

import io.bayou.model.Fit;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CategoryCounts;
import java.util.Arrays;
import java.util.List;

/**
 * How well the tables of a network describe the examples that they count. They tell it only if
 * every example with a node has the node's parents, too: missing parents are summed out, and the
 * counts do not say with which other nodes.
 */
final class NetworkFit {
  private static final double ROUNDING = 1e-9;

  private final NetworkParameters estimates;
  private final NetworkStructure structure;
  private final JointTable[] tables;
  private final List<ClassCells> classes;
  private final int[] codes;
  private final int[] values;

  NetworkFit(NetworkParameters estimates) {
    this.estimates = estimates;
    structure = estimates.structure;
    tables = structure.tables();
    classes = estimates.classes;
    codes = new int[estimates.columns.size()];
    values = new int[codes.length];
    Arrays.fill(codes, DiscreteColumn.MISSING);
  }

  /**
   * @param weights of the classes
   * @param factors the decay factor of each class
   */
  Fit fit(double[] weights, double[] factors) {
    Fit fit = structure.classTable() < 0 ? Fit.NONE : fitOfClass(weights, factors);
    for (Family family : structure.families()) {
      fit = fit.plus(fit(family, factors));
    }
    // The learner counts the prior of a class without parents: subtract it if it is fixed.
    long fixed = estimates.fixedRowsOfClass() * (classes.size() - 1L);
    return new Fit(fit.parameters() - fixed, fit.logLikelihood());
  }

  private Fit fit(Family family, double[] factors) {
    long parameters = combinations(family.parents()) * (known(family.child()) - 1L);
    parameters *= family.ofClass() ? classes.size() : 1;
    parameters -= estimates.fixedRows(family.child()) * (known(family.child()) - 1L);
    if (estimates.hasHidden()) {
      return Fit.unknown(Math.max(0, parameters));
    }
    double sum = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      sum += factors[c] * logLikelihood(family, c);
    }
    return new Fit(Math.max(0, parameters), sum);
  }

  private double logLikelihood(Family family, int c) {
    CategoryCounts single = classes.get(c).single(family.child());
    if (single.total() == 0.0) {
      return 0.0;
    }
    if (family.table() == Family.ALONE) {
      return logLikelihood(family, c, single);
    }
    ClassTables joint = classes.get(c).tables();
    if (family.table() < 0 || !isAll(joint.total(family.table()), single.total())) {
      return Double.NaN;
    }
    double[] sum = {0.0};
    joint.visit(
        family.table(),
        (combination, weight) -> {
          setCodes(tables[family.table()], combination);
          sum[0] += weight * Math.log(estimates.probability(family, c, codes, values));
        });
    return sum[0];
  }

  private double logLikelihood(Family family, int c, CategoryCounts counts) {
    double sum = 0.0;
    for (int code = 0; code < counts.capacity(); code++) {
      if (counts.count(code) > 0.0) {
        codes[family.child()] = code;
        sum += counts.count(code) * Math.log(estimates.probability(family, c, codes, values));
      }
    }
    return sum;
  }

  private Fit fitOfClass(double[] weights, double[] factors) {
    JointTable table = tables[structure.classTable()];
    long parameters = combinations(table.columns()) * (classes.size() - 1L);
    double[] sum = {0.0};
    for (int c = 0; c < classes.size(); c++) {
      ClassTables joint = classes.get(c).tables();
      if (weights[c] > 0.0 && !isAll(joint.total(structure.classTable()), weights[c])) {
        return Fit.unknown(parameters);
      }
      int label = c;
      joint.visit(
          structure.classTable(),
          (combination, weight) -> {
            setCodes(table, combination);
            double p = estimates.classProbability(label, codes, values);
            sum[0] += weight * factors[label] * Math.log(p);
          });
    }
    return new Fit(parameters, sum[0]);
  }

  private void setCodes(JointTable table, int[] combination) {
    for (int k = 0; k < table.columns().length; k++) {
      codes[table.columns()[k]] = combination[k];
    }
  }

  private static boolean isAll(double part, double whole) {
    return Math.abs(part - whole) <= ROUNDING * whole;
  }

  private long combinations(int[] parents) {
    long combinations = 1;
    for (int parent : parents) {
      combinations *= known(parent);
    }
    return combinations;
  }

  private int known(int column) {
    return estimates.columns.get(column).categories().known();
  }
}
