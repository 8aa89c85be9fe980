package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * Sums over observations some of whose values are missing: the moments of every column over the
 * observations that have it, and the co-moment of every pair of columns over those that have both.
 */
final class PairMoments {
  /* A pair has its own weight and its own two means, because it covers other observations than
   * either column does. That makes the sum additive: it depends on no mean but its own. */
  private static final int STRIDE = 6;
  private static final int MEAN_I = 1;
  private static final int MEAN_J = 3;
  private static final int PRODUCT = 5;

  private final int size;
  private final Moments columns;
  private final double[] pairs;

  PairMoments(int size) {
    this.size = size;
    columns = new Moments(size);
    pairs = new double[place(size, 0)];
  }

  void add(double[] x, double w) {
    columns.add(x, w);
    for (int i = 1, offset = 0; i < size; i++) {
      for (int j = 0; j < i; j++, offset += STRIDE) {
        if (!Double.isNaN(x[i]) && !Double.isNaN(x[j])) {
          double total = pairs[offset] + w;
          shift(offset, x[i], x[j], w / total, w / total * pairs[offset]);
          pairs[offset] = total;
        }
      }
    }
  }

  void retract(double[] x, double w) {
    columns.retract(x, w);
    for (int i = 1, offset = 0; i < size; i++) {
      for (int j = 0; j < i; j++, offset += STRIDE) {
        if (!Double.isNaN(x[i]) && !Double.isNaN(x[j])) {
          double rest = pairs[offset] - w;
          if (RetractionBounds.isNothing(rest, pairs[offset])) {
            clear(offset);
          } else {
            shift(offset, x[i], x[j], -w / rest, -w / rest * pairs[offset]);
            pairs[offset] = rest;
            pairs[offset + PRODUCT] = RetractionBounds.products(pairs[offset + PRODUCT], rest);
            RetractionBounds.boundMean(pairs, offset + MEAN_I);
            RetractionBounds.boundMean(pairs, offset + MEAN_J);
          }
        }
      }
    }
  }

  private void shift(int offset, double xi, double xj, double share, double factor) {
    double di = DoubleDouble.distance(xi, pairs, offset + MEAN_I);
    double dj = DoubleDouble.distance(xj, pairs, offset + MEAN_J);
    pairs[offset + PRODUCT] += factor * di * dj;
    DoubleDouble.moveMean(pairs, offset + MEAN_I, xi, di, share);
    DoubleDouble.moveMean(pairs, offset + MEAN_J, xj, dj, share);
  }

  /**
   * Adds another one.
   *
   * @param target the own index of each column of the other, or -1 to skip it
   */
  void merge(PairMoments other, int[] target) {
    for (int k = 0; k < target.length; k++) {
      if (target[k] >= 0) {
        columns.merge(target[k], other.columns, k);
        for (int l = 0; l < k; l++) {
          if (target[l] >= 0) {
            merge(target[k], target[l], other.pairs, place(k, l));
          }
        }
      }
    }
  }

  /** Adds complete observations pair by pair; as {@link #merge(PairMoments, int[])}. */
  void merge(CompleteMoments other, int[] target) {
    double[] pair = new double[STRIDE];
    pair[0] = other.weight();
    for (int k = 0; k < target.length; k++) {
      if (target[k] >= 0) {
        double m2 = other.scatter()[Triangle.index(k, k)];
        columns.merge(
            target[k], other.weight(), other.means()[2 * k], other.means()[2 * k + 1], m2);
        System.arraycopy(other.means(), 2 * k, pair, MEAN_I, 2);
        for (int l = 0; l < k; l++) {
          if (target[l] >= 0) {
            System.arraycopy(other.means(), 2 * l, pair, MEAN_J, 2);
            pair[PRODUCT] = other.scatter()[Triangle.index(k, l)];
            merge(target[k], target[l], pair, 0);
          }
        }
      }
    }
  }

  private void merge(int i, int j, double[] source, int from) {
    int offset = place(Math.max(i, j), Math.min(i, j));
    if (source[from] == 0.0) {
      return;
    }
    int fromI = from + (i > j ? MEAN_I : MEAN_J);
    int fromJ = from + (i > j ? MEAN_J : MEAN_I);
    double total = pairs[offset] + source[from];
    double share = source[from] / total;
    double di = DoubleDouble.difference(source, fromI, pairs, offset + MEAN_I);
    double dj = DoubleDouble.difference(source, fromJ, pairs, offset + MEAN_J);
    pairs[offset + PRODUCT] += source[from + PRODUCT] + share * pairs[offset] * di * dj;
    if (share == 1.0) {
      System.arraycopy(source, fromI, pairs, offset + MEAN_I, 2);
      System.arraycopy(source, fromJ, pairs, offset + MEAN_J, 2);
    } else {
      DoubleDouble.add(pairs, offset + MEAN_I, di * share);
      DoubleDouble.add(pairs, offset + MEAN_J, dj * share);
    }
    pairs[offset] = total;
  }

  void scale(double factor) {
    columns.scale(factor);
    for (int offset = 0; offset < pairs.length; offset += STRIDE) {
      if (pairs[offset] * factor < Decay.FORGOTTEN) {
        clear(offset);
      } else {
        pairs[offset] *= factor;
        pairs[offset + PRODUCT] *= factor;
      }
    }
  }

  /** Adds the weights and means of all columns to those given. */
  void addTo(double[] weights, double[] means) {
    for (int j = 0; j < size; j++) {
      double w = columns.weight(j);
      if (w > 0.0 && weights[j] == 0.0) {
        means[2 * j] = columns.mean(j);
        means[2 * j + 1] = columns.meanRest(j);
      } else if (w > 0.0) {
        DoubleDouble.add(means, 2 * j, meanLess(j, means) * (w / (weights[j] + w)));
      }
      weights[j] += w;
    }
  }

  /** Adds a multiple of the scatter around these means. */
  void addScatter(double factor, double[] around, double[] sum) {
    for (int i = 0; i < size; i++) {
      double shift = meanLess(i, around);
      sum[Triangle.index(i, i)] += factor * (columns.m2(i) + columns.weight(i) * shift * shift);
      for (int j = 0; j < i; j++) {
        int offset = place(i, j);
        if (pairs[offset] > 0.0) {
          double di = DoubleDouble.difference(pairs, offset + MEAN_I, around, 2 * i);
          double dj = DoubleDouble.difference(pairs, offset + MEAN_J, around, 2 * j);
          sum[Triangle.index(i, j)] += factor * (pairs[offset + PRODUCT] + pairs[offset] * di * dj);
        }
      }
    }
  }

  void write(int[] written, StateWriter out) {
    for (int i = 0; i < written.length; i++) {
      columns.write(written[i], out);
      for (int j = 0; j < i; j++) {
        int offset = place(written[i], written[j]);
        for (int k = offset; k < offset + STRIDE; k++) {
          out.number(pairs[k]);
        }
      }
    }
  }

  void read(int[] written, StateReader in) {
    for (int i = 0; i < written.length; i++) {
      columns.read(written[i], in);
      for (int j = 0; j < i; j++) {
        int offset = place(written[i], written[j]);
        pairs[offset] = in.amount();
        for (int k = offset + 1; k < offset + STRIDE; k++) {
          pairs[k] = in.number();
        }
      }
    }
  }

  private double meanLess(int j, double[] around) {
    return (columns.mean(j) - around[2 * j]) + (columns.meanRest(j) - around[2 * j + 1]);
  }

  private void clear(int offset) {
    Arrays.fill(pairs, offset, offset + STRIDE, 0.0);
  }

  private static int place(int i, int j) {
    return (i * (i - 1) / 2 + j) * STRIDE;
  }
}
