package io.bayou.model.network;

import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.learner.DiscreteColumn;
import java.util.Arrays;

/** Asks a network for the distribution of one column, over all classes or in one of them. */
final class NetworkQuery {
  private final NetworkInference inference;
  private final DiscreteColumn column;
  private final int index;
  private final double[] logPrior;
  private final int from;
  private final int to;
  private boolean approximate;

  /**
   * @param index of the column
   * @param logPrior ln P(class), or 0 where the network itself has the class's probability
   * @param from the first class that is possible
   * @param to beyond the last one
   */
  NetworkQuery(
      NetworkInference inference,
      DiscreteColumn column,
      int index,
      double[] logPrior,
      int from,
      int to) {
    this.inference = inference;
    this.column = column;
    this.index = index;
    this.logPrior = logPrior;
    this.from = from;
    this.to = to;
  }

  /** Fills in the answer over the known values of the column. */
  void ask(int[] codes, Posterior answer) {
    int[] nothing = new int[codes.length];
    Arrays.fill(nothing, DiscreteColumn.MISSING);
    int[] known = column.categories().knownInOrder();
    String[] labels = new String[known.length];
    Arrays.setAll(labels, i -> column.categories().value(known[i]));
    double[] prior = logs(nothing);
    double[] joint = logs(codes);
    answer.begin(labels);
    if (approximate) {
      answer.raise(Flag.APPROXIMATE);
    }
    for (int i = 0; i < labels.length; i++) {
      answer.set(i, Math.min(0.0, prior[i]), joint[i]);
    }
    answer.finish();
  }

  /* ln of the sum over classes of P(class, value, event). */
  private double[] logs(int[] codes) {
    inference.observe(codes, index);
    approximate |= inference.isApproximate();
    double[] sums = {};
    for (int c = from; c < to; c++) {
      double[] logs = inference.logs(c);
      sums = c == from ? minusInfinity(logs.length) : sums;
      for (int i = 0; i < logs.length; i++) {
        sums[i] = logAdd(sums[i], logs[i] + logPrior[c]);
      }
    }
    return sums;
  }

  private static double[] minusInfinity(int length) {
    double[] array = new double[length];
    Arrays.fill(array, Double.NEGATIVE_INFINITY);
    return array;
  }

  private static double logAdd(double a, double b) {
    double max = Math.max(a, b);
    return max == Double.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
  }
}
