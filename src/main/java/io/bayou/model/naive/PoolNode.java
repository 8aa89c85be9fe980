package io.bayou.model.naive;

import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;

/** The pooled moments of some classes: a leaf holds one, an inner node the sum of two nodes. */
final class PoolNode {
  private double[] weights = {};
  private double[] means = {};
  private double[] rests = {};
  private double[] squares = {};

  /* The weight of every column if they all have the same; or NaN. */
  private double common;

  private double[] scaledWeights = {};
  private double[] scaledSquares = {};
  private Moments source;
  private long revision;
  private double factor;

  double weight(int j) {
    return Double.isNaN(common) ? weights[j] : common;
  }

  double mean(int j) {
    return means[j];
  }

  double[] means() {
    return means;
  }

  /** Fills in the variance of each column; 0 without observations. */
  void variances(double[] variances) {
    for (int j = 0; j < variances.length; j++) {
      variances[j] = variance(squares[j], weight(j));
    }
  }

  private static double variance(double m2, double weight) {
    return weight >= Decay.FORGOTTEN ? m2 * (1.0 / weight) : 0.0;
  }

  /** Fills in the variance of each column in the sum of two nodes. */
  static void variances(PoolNode left, PoolNode right, double[] variances) {
    if (left.common > 0.0 && right.common > 0.0) {
      boolean swap = left.common < right.common;
      allVariances(swap ? right : left, swap ? left : right, variances);
    } else {
      for (int j = 0; j < variances.length; j++) {
        boolean swap = left.weight(j) < right.weight(j);
        PoolNode heavier = swap ? right : left;
        PoolNode other = swap ? left : right;
        double delta = heavier.delta(other, j);
        double total = heavier.weight(j) + other.weight(j);
        double between = delta * share(other.weight(j), total) * (delta * heavier.weight(j));
        double m2 = heavier.squares[j] + other.squares[j] + between;
        variances[j] = variance(m2, total);
      }
    }
  }

  /* The hot path, as above, to the bit. */
  private static void allVariances(PoolNode heavier, PoolNode other, double[] variances) {
    double[] means1 = heavier.means;
    double[] rests1 = heavier.rests;
    double[] squares1 = heavier.squares;
    double[] means2 = other.means;
    double[] rests2 = other.rests;
    double[] squares2 = other.squares;
    double w = heavier.common;
    double total = w + other.common;
    double share = other.common / total;
    double reciprocal = total >= Decay.FORGOTTEN ? 1.0 / total : 0.0;
    for (int j = 0; j < variances.length; j++) {
      double delta = (means2[j] - means1[j]) + (rests2[j] - rests1[j]);
      variances[j] = (squares1[j] + squares2[j] + delta * share * (delta * w)) * reciprocal;
    }
  }

  /** The mean of a column in the sum of two nodes. */
  static double mean(PoolNode left, PoolNode right, int j) {
    boolean swap = left.weight(j) < right.weight(j);
    PoolNode heavier = swap ? right : left;
    PoolNode other = swap ? left : right;
    double total = heavier.weight(j) + other.weight(j);
    return heavier.means[j] + heavier.delta(other, j) * share(other.weight(j), total);
  }

  /** Fills in {@link #mean(PoolNode, PoolNode, int)} of each column. */
  static void means(PoolNode left, PoolNode right, double[] means) {
    if (left.common > 0.0 && right.common > 0.0) {
      boolean swap = left.common < right.common;
      allMeans(swap ? right : left, swap ? left : right, means);
    } else {
      for (int j = 0; j < means.length; j++) {
        means[j] = mean(left, right, j);
      }
    }
  }

  private static void allMeans(PoolNode heavier, PoolNode other, double[] means) {
    double[] means1 = heavier.means;
    double[] rests1 = heavier.rests;
    double[] means2 = other.means;
    double[] rests2 = other.rests;
    double share = other.common / (heavier.common + other.common);
    for (int j = 0; j < means.length; j++) {
      double delta = (means2[j] - means1[j]) + (rests2[j] - rests1[j]);
      means[j] = means1[j] + delta * share;
    }
  }

  private double delta(PoolNode other, int j) {
    return (other.means[j] - means[j]) + (other.rests[j] - rests[j]);
  }

  private static double share(double part, double total) {
    return total > 0.0 ? part / total : 0.0;
  }

  /**
   * Copies the moments of a class.
   *
   * @return false if nothing has changed
   */
  boolean set(Moments moments, double stillCounts) {
    if (moments == source && moments.revision() == revision && stillCounts == factor) {
      return false;
    }
    source = moments;
    revision = moments.revision();
    factor = stillCounts;
    means = moments.means();
    rests = moments.meanRests();
    weights = moments.weights();
    squares = moments.squares();
    common = moments.commonWeight();
    if (factor != 1.0) {
      scaledWeights = scaled(weights, scaledWeights);
      scaledSquares = scaled(squares, scaledSquares);
      weights = scaledWeights;
      squares = scaledSquares;
      common *= factor;
    }
    return true;
  }

  private double[] scaled(double[] numbers, double[] room) {
    double[] scaled = room.length == numbers.length ? room : new double[numbers.length];
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = numbers[j] * factor;
    }
    return scaled;
  }

  /** Adds up two others. */
  void set(PoolNode left, PoolNode right) {
    int columns = left.weights.length;
    if (source != null || weights.length != columns) {
      source = null;
      weights = new double[columns];
      means = new double[columns];
      rests = new double[columns];
      squares = new double[columns];
    }
    common = left.common + right.common;
    if (left.common > 0.0 && right.common > 0.0) {
      boolean swap = left.common < right.common;
      mergeAll(swap ? right : left, swap ? left : right);
    } else {
      for (int j = 0; j < columns; j++) {
        boolean swap = left.weight(j) < right.weight(j);
        merge(j, swap ? right : left, swap ? left : right);
      }
    }
  }

  /* The hot path: loops in which the compiler works on several columns at once. The mean starts from
   * the heavier node's, which keeps its digits: the other may be far off. */
  private void mergeAll(PoolNode heavier, PoolNode other) {
    double[] toMeans = means;
    double[] toRests = rests;
    double[] toSquares = squares;
    double[] means1 = heavier.means;
    double[] rests1 = heavier.rests;
    double[] squares1 = heavier.squares;
    double[] means2 = other.means;
    double[] rests2 = other.rests;
    double[] squares2 = other.squares;
    double w = heavier.common;
    double share = other.common / common;
    for (int j = 0; j < toMeans.length; j++) {
      double delta = (means2[j] - means1[j]) + (rests2[j] - rests1[j]);
      toMeans[j] = means1[j] + delta * share;
    }
    for (int j = 0; j < toMeans.length; j++) {
      double delta = (means2[j] - means1[j]) + (rests2[j] - rests1[j]);
      toSquares[j] = squares1[j] + squares2[j] + delta * share * (delta * w);
    }
    for (int j = 0; j < toMeans.length; j++) {
      double high = means1[j];
      double step = ((means2[j] - high) + (rests2[j] - rests1[j])) * share;
      double sum = high + step;
      double part = sum - high;
      toRests[j] = rests1[j] + ((high - (sum - part)) + (step - part));
    }
  }

  /* As mergeAll, to the bit. */
  private void merge(int j, PoolNode heavier, PoolNode other) {
    double total = heavier.weight(j) + other.weight(j);
    weights[j] = total; // needed if the columns differ
    double share = share(other.weight(j), total);
    double high = heavier.means[j];
    double delta = heavier.delta(other, j);
    double step = delta * share;
    double sum = high + step;
    double part = sum - high;
    means[j] = sum;
    rests[j] = heavier.rests[j] + ((high - (sum - part)) + (step - part));
    squares[j] = heavier.squares[j] + other.squares[j] + step * (delta * heavier.weight(j));
  }
}
