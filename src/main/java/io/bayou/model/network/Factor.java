package io.bayou.model.network;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A function of several discrete variables, as a table; the last variable runs fastest. Its true
 * values are {@code exp(log) * cells[i]}, so that long products do not underflow.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Factor(int[] variables, int[] sizes, double[] cells, double log) {
  /** The largest table: 32 MiB. */
  static final int MAX_CELLS = 1 << 22;

  /** A factor scaled so that its largest cell is 1, unless all are 0. */
  static Factor of(int[] variables, int[] sizes, double[] cells, double log) {
    double max = 0.0;
    for (double cell : cells) {
      max = Math.max(max, cell);
    }
    if (max == 0.0) {
      return new Factor(variables, sizes, cells, Double.NEGATIVE_INFINITY);
    }
    for (int i = 0; i < cells.length; i++) {
      cells[i] /= max;
    }
    return new Factor(variables, sizes, cells, log + Math.log(max));
  }

  /** Multiplies by a number, given as its logarithm. */
  Factor times(double logarithm) {
    return new Factor(variables, sizes, cells, log + logarithm);
  }

  boolean mentions(int variable) {
    return Arrays.binarySearch(variables, variable) >= 0;
  }

  static Factor product(List<Factor> factors) {
    if (factors.size() == 1) {
      return factors.get(0);
    }
    int[] variables = variables(factors);
    int[] sizes = new int[variables.length];
    int[][] strides = new int[factors.size()][];
    double log = 0.0;
    for (int f = 0; f < factors.size(); f++) {
      strides[f] = factors.get(f).stridesIn(variables, sizes);
      log += factors.get(f).log;
    }
    double[] cells = new double[cellCount(sizes)];
    int[] cursor = new int[variables.length];
    for (int cell = 0; cell < cells.length; cell++) {
      double value = 1.0;
      for (int f = 0; f < strides.length; f++) {
        value *= factors.get(f).cells[dot(cursor, strides[f])];
      }
      cells[cell] = value;
      advance(cursor, sizes);
    }
    return of(variables, sizes, cells, log);
  }

  private static int[] variables(List<Factor> factors) {
    int[] all = {};
    for (int f = 0; f < factors.size(); f++) {
      all = union(all, factors.get(f).variables);
    }
    return all;
  }

  /* Both arrays and the result are sorted sets. */
  private static int[] union(int[] one, int[] other) {
    int[] all = new int[one.length + other.length];
    int size = 0;
    for (int i = 0, j = 0; i < one.length || j < other.length; size++) {
      boolean first = j == other.length || (i < one.length && one[i] <= other[j]);
      all[size] = first ? one[i] : other[j];
      i += i < one.length && one[i] == all[size] ? 1 : 0;
      j += j < other.length && other[j] == all[size] ? 1 : 0;
    }
    return size == all.length ? all : Arrays.copyOf(all, size);
  }

  /* The stride in this table of each variable of a product; fills in their sizes. */
  private int[] stridesIn(int[] all, int[] allSizes) {
    int[] strides = new int[all.length];
    for (int k = variables.length - 1, stride = 1; k >= 0; k--) {
      int position = Arrays.binarySearch(all, variables[k]);
      strides[position] = stride;
      allSizes[position] = sizes[k];
      stride *= sizes[k];
    }
    return strides;
  }

  private static int dot(int[] cursor, int[] strides) {
    int index = 0;
    for (int k = 0; k < cursor.length; k++) {
      index += cursor[k] * strides[k];
    }
    return index;
  }

  /** Moves to the next combination in the order of cells; from the last to the first. */
  static void advance(int[] cursor, int[] sizes) {
    for (int k = cursor.length - 1; k >= 0; k--) {
      if (++cursor[k] < sizes[k]) {
        return;
      }
      cursor[k] = 0;
    }
  }

  /**
   * The number of cells of a table.
   *
   * @throws IllegalArgumentException if it is above the limit
   */
  static int cellCount(int[] sizes) {
    double cells = 1.0;
    for (int size : sizes) {
      cells *= size;
    }
    if (cells > MAX_CELLS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "needs a table of %.0f cells, the limit is %,d", cells, MAX_CELLS));
    }
    return (int) cells;
  }

  /** The sum over all values of one variable. */
  Factor without(int variable) {
    int position = Arrays.binarySearch(variables, variable);
    int size = sizes[position];
    int inner = 1;
    for (int k = position + 1; k < sizes.length; k++) {
      inner *= sizes[k];
    }
    double[] sums = new double[cells.length / size];
    for (int cell = 0; cell < cells.length; cell++) {
      sums[cell / (inner * size) * inner + cell % inner] += cells[cell];
    }
    return of(drop(variables, position), drop(sizes, position), sums, log);
  }

  private static int[] drop(int[] array, int position) {
    int[] shorter = Arrays.copyOf(array, array.length - 1);
    System.arraycopy(array, position + 1, shorter, position, shorter.length - position);
    return shorter;
  }
}
