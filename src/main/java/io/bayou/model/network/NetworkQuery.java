package io.bayou.model.network;

import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import io.bayou.model.learner.DiscreteColumn;
import java.util.Arrays;

/**
 * Asks a network for the distribution of one column, over all classes or in one of them.
 *
 * @param column the index of the column
 * @param logPrior ln P(class), or 0 where the network itself has the class's probability
 * @param from the first possible class
 * @param to one past the last possible class
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record NetworkQuery(NetworkInference inference, int column, double[] logPrior, int from, int to) {
  /** Fills in the answer over the known values of the column. */
  void ask(DiscreteColumn asked, int[] codes, Posterior answer) {
    int[] missing = new int[codes.length];
    Arrays.fill(missing, DiscreteColumn.MISSING);
    int[] known = asked.categories().knownInOrder();
    String[] labels = new String[known.length];
    Arrays.setAll(labels, i -> asked.categories().value(known[i]));
    double[] prior = logs(missing);
    boolean approximate = inference.isApproximate();
    double[] joint = logs(codes);
    answer.begin(labels);
    if (approximate || inference.isApproximate()) {
      answer.raise(Flag.APPROXIMATE);
    }
    for (int i = 0; i < labels.length; i++) {
      answer.set(i, Math.min(0.0, prior[i]), joint[i]);
    }
    answer.finish();
  }

  /* ln of the sum over classes of P(class, value, event). */
  private double[] logs(int[] codes) {
    inference.observe(codes, column);
    double[] sums = {};
    for (int c = from; c < to; c++) {
      double[] logs = inference.logs(c);
      for (int i = 0; i < logs.length; i++) {
        double log = logs[i] + logPrior[c];
        logs[i] = c == from ? log : logAdd(sums[i], log);
      }
      sums = logs;
    }
    return sums;
  }

  private static double logAdd(double a, double b) {
    double max = Math.max(a, b);
    return max == Double.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
  }
}
