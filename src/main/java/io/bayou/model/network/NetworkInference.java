package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.LogProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The probability of an event in a network: the product over all families, summed over the columns
 * without a value. The sum is exact if its tables fit, and estimated otherwise. A column without a
 * value that nothing depends on sums to 1 and is left out. It has buffers of its own, so each
 * thread needs its own instance.
 */
final class NetworkInference {
  private static final int NONE = -1;

  private final List<DiscreteColumn> columns;
  private final NetworkStructure structure;
  private final NetworkParameters parameters;
  private final NetworkEvidence evidence;
  private final LikelihoodWeighting weighting;
  private final LogProduct product = new LogProduct();
  private final List<Factor> shared = new ArrayList<>();
  private final int[] values;

  private double sharedLog;
  private boolean approximate;

  NetworkInference(NetworkParameters parameters) {
    this.parameters = parameters;
    structure = parameters.structure;
    columns = parameters.columns;
    evidence = new NetworkEvidence(structure, columns);
    weighting = new LikelihoodWeighting(parameters, evidence);
    values = new int[columns.size()];
  }

  NetworkEvidence evidence() {
    return evidence;
  }

  /** Sets the known values of an event: by column, the code of its value. */
  void observe(int[] event) {
    observe(event, NONE);
  }

  /** As {@link #observe(int[])}, to ask for one column, whose value is ignored. */
  void observe(int[] event, int asked) {
    evidence.observe(event, asked);
    approximate = evidence.sums() > 0 && !fits();
    shared.clear();
    product.reset();
    if (approximate) {
      weighting.begin();
      return;
    }
    for (Family family : structure.families()) {
      if (!family.ofClass()) {
        multiply(family, NONE, shared);
      }
    }
    sharedLog = product.log();
  }

  /** Whether {@link #log} and {@link #logs} are estimates. */
  boolean isApproximate() {
    return approximate;
  }

  /* In an exact structure the tables of a prediction fit whatever is missing; a column that is asked
   * for makes them wider. */
  private boolean fits() {
    boolean asked = evidence.kept() != NONE;
    if (structure.isExact() && !asked) {
      return true;
    }
    int[] sizes = new int[columns.size()];
    Arrays.setAll(sizes, j -> columns.get(j).domain().length);
    double largest =
        Elimination.largestTable(scopes(), structure.elimination(), sizes, evidence.kept());
    return largest <= (structure.isExact() ? Factor.MAX_CELLS : structure.maxCells());
  }

  private List<BitSet> scopes() {
    List<BitSet> scopes = new ArrayList<>();
    for (Family family : structure.families()) {
      if (evidence.matters(family.child()) && evidence.isAnySummed(family)) {
        scopes.add(scope(summedOf(family.child(), family.parents())));
      }
    }
    scopes.add(scope(summedOf(NONE, structure.parentsOfClass())));
    return scopes;
  }

  private static BitSet scope(int[] variables) {
    BitSet scope = new BitSet();
    for (int variable : variables) {
      scope.set(variable);
    }
    return scope;
  }

  /** ln P(event | class); where the class has parents, ln P(event, class). */
  double log(int c) {
    if (approximate) {
      return weighting.log(c);
    }
    return evidence.sums() > 0 ? sumOf(c).log() : logOfKnown(c, List.of());
  }

  /** By value of the column that was asked for, in value order, ln P(value, event | class). */
  double[] logs(int c) {
    if (approximate) {
      return weighting.logs(c);
    }
    Factor factor = sumOf(c);
    double[] logs = new double[factor.cells().length];
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(factor.cells()[i]) + factor.log();
    }
    return logs;
  }

  private Factor sumOf(int c) {
    List<Factor> factors = new ArrayList<>();
    double log = logOfKnown(c, factors);
    factors.addAll(shared);
    return Elimination.sum(factors, structure.elimination(), evidence.kept()).times(log);
  }

  /** The factors whose product is to be summed, up to a constant. */
  List<Factor> factors(int c) {
    List<Factor> factors = new ArrayList<>();
    logOfKnown(c, factors);
    factors.addAll(shared);
    return factors;
  }

  /* The product of the families that are numbers; adds the others to the list. */
  private double logOfKnown(int c, List<Factor> factors) {
    product.reset();
    for (Family family : structure.families()) {
      if (family.ofClass()) {
        multiply(family, c, factors);
      }
    }
    multiplyClass(c, factors);
    return sharedLog + product.log();
  }

  /* A family whose columns are all known is a number, any other a factor. */
  private void multiply(Family family, int c, List<Factor> factors) {
    int[] codes = evidence.codes();
    if (!evidence.matters(family.child())) {
      return;
    }
    if (evidence.isAnySummed(family)) {
      int[] open = summedOf(family.child(), family.parents());
      factors.add(factor(open, () -> parameters.probability(family, c, codes, values)));
    } else {
      product.multiply(parameters.probability(family, c, codes, values));
    }
  }

  private void multiplyClass(int c, List<Factor> factors) {
    int[] codes = evidence.codes();
    if (structure.classTable() >= 0) {
      int[] parents = structure.parentsOfClass();
      if (evidence.isAnySummed(parents)) {
        int[] open = summedOf(NONE, parents);
        factors.add(factor(open, () -> parameters.classProbability(c, codes, values)));
      } else {
        product.multiply(parameters.classProbability(c, codes, values));
      }
    }
  }

  /* The summed columns of a family, in order; the child may be NONE. */
  private int[] summedOf(int child, int[] parents) {
    int[] open = new int[parents.length + 1];
    int size = 0;
    if (child != NONE && evidence.isSummed(child)) {
      open[size++] = child;
    }
    for (int parent : parents) {
      if (evidence.isSummed(parent)) {
        open[size++] = parent;
      }
    }
    Arrays.sort(open, 0, size);
    return Arrays.copyOf(open, size);
  }

  private Factor factor(int[] open, DoubleSupplier probability) {
    int[] codes = evidence.codes();
    int[][] domains = new int[open.length][];
    int[] sizes = new int[open.length];
    int[] before = new int[open.length];
    for (int k = 0; k < open.length; k++) {
      domains[k] = columns.get(open[k]).domain();
      sizes[k] = domains[k].length;
      before[k] = codes[open[k]];
    }
    double[] table = new double[Factor.cellCount(sizes)];
    int[] cursor = new int[open.length];
    for (int cell = 0; cell < table.length; cell++) {
      for (int k = 0; k < open.length; k++) {
        codes[open[k]] = domains[k][cursor[k]];
      }
      table[cell] = probability.getAsDouble();
      Factor.advance(cursor, sizes);
    }
    for (int k = 0; k < open.length; k++) {
      codes[open[k]] = before[k];
    }
    return Factor.of(open, sizes, table, 0.0);
  }
}
