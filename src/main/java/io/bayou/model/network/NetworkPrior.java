package io.bayou.model.network;

import io.bayou.model.learner.ClassTable;
import io.bayou.model.learner.DiscreteColumn;
import java.util.Arrays;

/** The prior of a class where the network has it: from its table, or from what it depends on. */
final class NetworkPrior {
  private final NetworkStructure structure;
  private final NetworkParameters parameters;
  private final NetworkInference inference;
  private double[] logs = {};
  private boolean approximate;

  NetworkPrior(
      NetworkStructure structure, NetworkParameters parameters, NetworkInference inference) {
    this.structure = structure;
    this.parameters = parameters;
    this.inference = inference;
  }

  /** Replaces the log priors, where the network knows better. */
  void refine(ClassTable classes, double[] factors, double[] logPrior, int columns) {
    logs = logPrior;
    approximate = false;
    if (structure.classTable() >= 0) {
      sumOverParents(classes.size(), columns);
    } else if (parameters.isClassGiven()) {
      takeFromTable(classes, factors);
    }
  }

  private void sumOverParents(int classes, int columns) {
    int[] nothing = new int[columns];
    Arrays.fill(nothing, DiscreteColumn.MISSING);
    inference.observe(nothing);
    for (int c = 0; c < classes; c++) {
      logs[c] = Math.min(0.0, inference.log(c));
    }
    approximate = inference.isApproximate();
  }

  private void takeFromTable(ClassTable classes, double[] factors) {
    double total = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      total += classes.weight(c) * factors[c];
    }
    for (int c = 0; c < classes.size(); c++) {
      double weight = classes.weight(c) * factors[c];
      logs[c] = Math.log(parameters.classProbability(c, weight, total));
    }
  }

  /** ln P(c) of every class; the array may be longer. */
  double[] logs() {
    return logs;
  }

  double log(int c) {
    return logs[c];
  }

  /** Whether the priors are estimated. */
  boolean isApproximate() {
    return approximate;
  }
}
