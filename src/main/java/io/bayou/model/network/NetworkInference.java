package io.bayou.model.network;

import io.bayou.model.learner.ColumnNames;
import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.LogProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Probabilities of a network, given what is known of an event: the product over all families,
 * summed over the columns without a value; exactly where the tables for it fit, and else estimated.
 * A column whose value is unknown and that nothing depends on sums to 1 and is left out. Everything
 * but what it reads is its own: whoever looks at events has one.
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

  private int[] values = {};
  private double sharedLog;
  private boolean approximate;

  NetworkInference(
      NetworkStructure structure, List<DiscreteColumn> columns, NetworkParameters parameters) {
    this.structure = structure;
    this.columns = columns;
    this.parameters = parameters;
    evidence = new NetworkEvidence(structure, columns);
    weighting = new LikelihoodWeighting(structure, columns, parameters, evidence);
  }

  /** The columns and tables have changed. */
  void reset(JointTable[] changed, ColumnNames names) {
    values = new int[columns.size()];
    evidence.reset(changed);
    weighting.reset(names);
  }

  NetworkEvidence evidence() {
    return evidence;
  }

  /** Takes what is known of an event: by column, the number of its value. */
  void observe(int[] event) {
    observe(event, NONE);
  }

  /** As {@link #observe(int[])}, to ask for one column, of which nothing is known. */
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

  /** Whether what {@link #log} and {@link #logs} tell is estimated. */
  boolean isApproximate() {
    return approximate;
  }

  /* The tables of a prediction fit whatever is missing where the structure is made so; a column
   * that is asked for makes them wider. */
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
    scopes.add(scope(summedOf(NONE, evidence.parentsOfClass())));
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
    List<Factor> all = new ArrayList<>();
    double log = logOfKnown(c, all);
    all.addAll(shared);
    return Elimination.sum(all, structure.elimination(), evidence.kept()).times(log);
  }

  /** What has to be multiplied and summed, up to a constant. */
  List<Factor> factors(int c) {
    List<Factor> all = new ArrayList<>();
    logOfKnown(c, all);
    all.addAll(shared);
    return all;
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
    int[] codes = evidence.codes();
    if (!evidence.matters(family.child())) {
      return;
    }
    if (evidence.isAnySummed(family)) {
      int[] open = summedOf(family.child(), family.parents());
      all.add(factor(open, () -> parameters.probability(family, c, codes, values)));
    } else {
      product.multiply(parameters.probability(family, c, codes, values));
    }
  }

  private void multiplyClass(int c, List<Factor> all) {
    int[] codes = evidence.codes();
    if (structure.classTable() >= 0) {
      int[] parents = evidence.parentsOfClass();
      if (evidence.isAnySummed(parents)) {
        int[] open = summedOf(NONE, parents);
        all.add(factor(open, () -> parameters.classProbability(c, codes, values)));
      } else {
        product.multiply(parameters.classProbability(c, codes, values));
      }
    }
  }

  /* In order; without the child if there is none. */
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
    int[] found = Arrays.copyOf(open, size);
    Arrays.sort(found);
    return found;
  }

  /** A number that depends on the present values. */
  private interface Probability {
    double get();
  }

  private Factor factor(int[] open, Probability probability) {
    int[] codes = evidence.codes();
    int[][] domains = new int[open.length][];
    int[] sizes = new int[open.length];
    int[] before = new int[open.length];
    for (int k = 0; k < open.length; k++) {
      domains[k] = columns.get(open[k]).domain();
      sizes[k] = domains[k].length;
      before[k] = codes[open[k]];
    }
    double[] table = new double[Factor.cells(sizes)];
    int[] cursor = new int[open.length];
    for (int cell = 0; cell < table.length; cell++) {
      for (int k = 0; k < open.length; k++) {
        codes[open[k]] = domains[k][cursor[k]];
      }
      table[cell] = probability.get();
      Factor.advance(cursor, sizes);
    }
    for (int k = 0; k < open.length; k++) {
      codes[open[k]] = before[k];
    }
    return Factor.of(open, sizes, table, 0.0);
  }
}
