package io.bayou.model.stat;

import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.Arrays;

/**
 * The weight of each value of one feature over some examples. Pairs of features may share one,
 * while they are of the same examples.
 */
public final class ValueWeights {
  private static final int[] ALONE = {0};

  private double[] weights = {0.0};
  private int size;
  private long information;

  /** The weight of a value; 0 of a negative one, which is not known. */
  public double get(int value) {
    return value >= 0 && value < weights.length ? weights[value] : 0.0;
  }

  /** How many values have a weight. */
  public int size() {
    return size;
  }

  public void add(int value, double w) {
    set(value, get(value) + w);
  }

  void take(int value, double w) {
    set(value, JointCounts.less(get(value), w));
  }

  /** Replaces the weight of a value. */
  public void set(int value, double weight) {
    if (value >= weights.length) {
      weights = Arrays.copyOf(weights, Integer.highestOneBit(value) * 2);
    }
    double before = weights[value];
    information += Information.of(weight) - Information.of(before);
    size += (weight > 0.0 ? 1 : 0) - (before > 0.0 ? 1 : 0);
    weights[value] = weight;
  }

  /** The part of these weights in the mutual information, in steps of {@link Information}. */
  public long steps() {
    return information;
  }

  public void scale(double factor) {
    for (int value = 0; value < weights.length; value++) {
      if (weights[value] > 0.0) {
        set(value, JointCounts.scaled(weights[value], factor));
      }
    }
  }

  public ValueWeights copy() {
    ValueWeights copy = new ValueWeights();
    copy.weights = weights.clone();
    copy.size = size;
    copy.information = information;
    return copy;
  }

  /** Whether all weights are equal, bit for bit. */
  public boolean isSame(ValueWeights other) {
    boolean same = size == other.size && information == other.information;
    for (int value = 0; same && value < weights.length; value++) {
      same = weights[value] == other.get(value);
    }
    return same;
  }

  /* Adds the weights of another partition; false if the code of a value is not known. */
  boolean merge(ValueWeights other, int[] codes) {
    boolean complete = true;
    for (int value = 0; value < other.weights.length; value++) {
      if (other.weights[value] > 0.0) {
        boolean known = codes[value] >= 0;
        complete &= known;
        if (known) {
          add(codes[value], other.weights[value]);
        }
      }
    }
    return complete;
  }

  void write(StateWriter out, int[] ranks) {
    long[] order = new long[size];
    for (int value = 0, i = 0; value < weights.length; value++) {
      if (weights[value] > 0.0) {
        order[i++] = (long) ranks[value] << 32 | value;
      }
    }
    Arrays.sort(order);
    out.integer(size);
    for (long place : order) {
      out.integer(place >>> 32);
      CellRows.amount(weights[(int) place], out);
    }
  }

  void read(StateReader in, int[] codes) {
    CellRows.read(in, ALONE, new int[][] {codes}, this::put);
  }

  private boolean put(int[] values, double w) {
    add(values[0], w);
    return true;
  }
}
