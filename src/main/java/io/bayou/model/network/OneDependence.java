package io.bayou.model.network;

import io.bayou.model.learner.DiscreteColumn;
import io.bayou.model.stat.CategoryCounts;
import io.bayou.model.stat.LogProduct;
import java.util.List;

/**
 * The probability of an event and a class by averaged one-dependence estimators (Webb, Boughton,
 * Wang 2005): the mean over the event's superparents of networks in which every other column
 * depends on the class and on that one. Has buffers of its own, so each thread needs its own
 * instance.
 */
final class OneDependence {
  /** How much the prior counts, in examples. */
  private static final double M = 1.0;

  private final List<DiscreteColumn> columns;
  private final List<ClassCells> classes;
  private final PairedColumns pairs;
  private final Superparents superparents;
  private final boolean ownPrior;

  /* Of the event. */
  private int[] codes = {};
  private double[] factors = {};
  private double[] logPrior = {};
  private final int[] known; // the columns whose value is known; first those counted in pairs
  private int knownSize;
  private int pairedSize;
  private final int[] parents;
  private int parentsSize;
  private final boolean[] isParent; // by column
  private final double[] mass; // by superparent, the weight of the examples that have it, and M
  private final double[] shares; // by column, the prior probability of a value

  /* Of a class, by superparent: the product so far, as a logarithm and a factor. */
  private final double[] logs;
  private final double[] products;

  OneDependence(
      List<DiscreteColumn> columns,
      List<ClassCells> classes,
      PairedColumns pairs,
      Superparents superparents,
      boolean ownPrior) {
    this.columns = columns;
    this.classes = classes;
    this.pairs = pairs;
    this.superparents = superparents;
    this.ownPrior = ownPrior;
    int size = columns.size();
    known = new int[size];
    parents = new int[size];
    isParent = new boolean[size];
    mass = new double[size];
    shares = new double[size];
    logs = new double[size];
    products = new double[size];
  }

  /**
   * Sets an event.
   *
   * @param ofEvent by column, the code of its value
   * @param byClass the decay of the counts
   * @param prior by class, the logarithm of its probability
   */
  void observe(int[] ofEvent, double[] byClass, double[] prior) {
    codes = ofEvent;
    factors = byClass;
    logPrior = prior;
    knownSize = 0;
    pairedSize = 0;
    parentsSize = 0;
    for (int j = 0; j < codes.length; j++) {
      isParent[j] = false;
      shares[j] = 1.0 / cells(j);
      if (codes[j] >= 0) {
        known[knownSize++] = j;
        pairedSize += j < pairs.size() ? 1 : 0;
        if (superparents.includes(j)) {
          observeParent(j);
        }
      }
    }
  }

  /* How many values a column may have. */
  private double cells(int j) {
    DiscreteColumn column = columns.get(j);
    return Math.max(1, column.cells().cells(column.categories().known(), column.isClosed()));
  }

  private void observeParent(int i) {
    double seen = 0.0;
    double total = 0.0;
    for (int c = 0; c < classes.size(); c++) {
      CategoryCounts counts = classes.get(c).single(i);
      seen += counts.count(codes[i]) * factors[c];
      total += counts.total() * factors[c];
    }
    if (seen > 0.0) {
      isParent[i] = true;
      mass[i] = total + M;
      parents[parentsSize++] = i;
    }
  }

  /** ln P(c, event); negative infinity where the prior excludes the class. */
  double log(int c) {
    if (logPrior[c] == Double.NEGATIVE_INFINITY) {
      return Double.NEGATIVE_INFINITY;
    }
    if (parentsSize == 0) {
      return logPrior[c] + naive(c);
    }
    logsByParent(c);
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < parentsSize; k++) {
      max = Math.max(max, logs[parents[k]]);
    }
    double sum = 0.0;
    for (int k = 0; k < parentsSize; k++) {
      sum += Math.exp(logs[parents[k]] - max);
    }
    return max + Math.log(sum / parentsSize);
  }

  /* By superparent i, ln P(c, x_i) + sum of ln P(x_j | c, x_i). */
  private void logsByParent(int c) {
    double rest = ofUnpaired(c);
    for (int k = 0; k < parentsSize; k++) {
      int i = parents[k];
      logs[i] = rest + (ownPrior ? logPrior[c] : 0.0);
      products[i] = ofParent(i, c);
    }
    multiplyPairs(c);
    for (int k = 0; k < parentsSize; k++) {
      logs[parents[k]] += Math.log(products[parents[k]]);
    }
  }

  /* P(c, x_i); with a prior of its own P(x_i | c), which sums to 1 with the same pseudo-counts. */
  private double ofParent(int i, int c) {
    CategoryCounts counts = classes.get(c).single(i);
    double ofClass = M / classes.size();
    double count = counts.count(codes[i]) * factors[c] + ofClass * shares[i];
    return count / (ownPrior ? counts.total() * factors[c] + ofClass : mass[i]);
  }

  private void multiplyPairs(int c) {
    PairTables tables = (PairTables) classes.get(c).tables();
    double factor = factors[c];
    for (int a = 0; a < pairedSize; a++) {
      int i = known[a];
      for (int b = a + 1; b < pairedSize; b++) {
        int j = known[b];
        if (isParent[i] || isParent[j]) {
          int t = PairSharing.pair(i, j, pairs.size());
          double count = tables.count(t, codes[i], codes[j]) * factor;
          if (isParent[i]) {
            double given = tables.single(t, i, j, codes[i]) * factor;
            multiply(i, (count + M * shares[j]) / (given + M));
          }
          if (isParent[j]) {
            double given = tables.single(t, j, i, codes[j]) * factor;
            multiply(j, (count + M * shares[i]) / (given + M));
          }
        }
      }
    }
  }

  /* One logarithm for many factors; each is far above the square root of the smallest number. */
  private void multiply(int parent, double probability) {
    double product = products[parent] * probability;
    if (product < LogProduct.SMALL) {
      logs[parent] += Math.log(product);
      product = 1.0;
    }
    products[parent] = product;
  }

  /* Columns that are not counted in pairs depend on the class alone. */
  private double ofUnpaired(int c) {
    double log = 0.0;
    for (int b = pairedSize; b < knownSize; b++) {
      log += Math.log(ofUnpaired(known[b], c));
    }
    return log;
  }

  private double ofUnpaired(int j, int c) {
    CategoryCounts counts = classes.get(c).single(j);
    double count = counts.count(codes[j]) * factors[c];
    return (count + M * shares[j]) / (counts.total() * factors[c] + M);
  }

  private double naive(int c) {
    double log = 0.0;
    for (int j = 0; j < codes.length; j++) {
      log += Math.log(naive(j, c));
    }
    return log;
  }

  /* As naive Bayes has it, with Laplace's rule. */
  private double naive(int j, int c) {
    boolean counts =
        codes[j] >= 0 || (codes[j] == DiscreteColumn.UNKNOWN && columns.get(j).reserves());
    if (!counts) {
      return 1.0;
    }
    CategoryCounts single = classes.get(c).single(j);
    double count = single.count(codes[j]) * factors[c];
    return (count + 1.0) / (single.total() * factors[c] + cells(j));
  }

  /** Splits the log odds of two classes, less those of their priors, into what each column adds. */
  void contrast(int c, int other, double[] perColumn) {
    if (parentsSize == 0) {
      for (int j = 0; j < codes.length; j++) {
        perColumn[j] = Math.log(naive(j, c) / naive(j, other));
      }
    } else if (Double.isFinite(logPrior[c]) && Double.isFinite(logPrior[other])) {
      contrastParents(c, other, perColumn);
    }
  }

  /* With a = sum of a_i and b = sum of b_i, what superparent i says of the two classes, and L the
   * logarithmic mean, ln(a/b) = sum of L(a_i, b_i) / L(a, b) ln(a_i / b_i) (Ang 2004), and
   * ln(a_i / b_i) is a sum over columns. */
  private void contrastParents(int c, int other, double[] perColumn) {
    double mean = logMean(log(c), log(other)) + Math.log(parentsSize);
    logsByParent(c);
    double[] ofClass = logs.clone();
    logsByParent(other);
    double[] weights = new double[codes.length];
    double sum = 0.0;
    for (int k = 0; k < parentsSize; k++) {
      int i = parents[k];
      weights[i] = Math.exp(logMean(ofClass[i], logs[i]) - mean);
      sum += weights[i];
    }
    double prior = logPrior[c] - logPrior[other];
    for (int k = 0; k < parentsSize; k++) {
      int i = parents[k];
      perColumn[i] -= weights[i] / sum * prior;
      for (int b = 0; b < knownSize; b++) {
        int j = known[b];
        perColumn[j] += weights[i] * (Math.log(factor(i, j, c)) - Math.log(factor(i, j, other)));
      }
      perColumn[i] += ownPrior ? weights[i] * prior : 0.0;
    }
  }

  /* The factor of column j in what superparent i says. */
  private double factor(int i, int j, int c) {
    if (i == j) {
      return ofParent(i, c);
    }
    if (j >= pairs.size()) {
      return ofUnpaired(j, c);
    }
    PairTables tables = (PairTables) classes.get(c).tables();
    int t = PairSharing.pair(Math.min(i, j), Math.max(i, j), pairs.size());
    double count = tables.count(t, codes[Math.min(i, j)], codes[Math.max(i, j)]) * factors[c];
    double given = tables.single(t, i, j, codes[i]) * factors[c];
    return (count + M * shares[j]) / (given + M);
  }

  /* ln of the logarithmic mean of two numbers, given their logarithms. */
  private static double logMean(double x, double y) {
    double distance = Math.abs(x - y);
    return Math.max(x, y) + (distance == 0.0 ? 0.0 : Math.log(-Math.expm1(-distance) / distance));
  }
}
