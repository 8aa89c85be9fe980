package io.bayou.model.stat;

/**
 * Symmetric matrices kept as their lower triangle, row by row: element (i, j) with {@code j <= i}
 * is at {@code i * (i + 1) / 2 + j}.
 */
public final class Triangle {
  private Triangle() {}

  /** Number of elements of the triangle; also the index where this row starts. */
  public static int size(int rows) {
    return rows * (rows + 1) / 2;
  }

  /** The index of an element of either half. */
  public static int index(int i, int j) {
    return i >= j ? size(i) + j : size(j) + i;
  }

  /** Adds the outer product of a vector with itself, times a factor. */
  static void addOuterProduct(double[] matrix, double factor, double[] vector) {
    for (int i = 0, row = 0; i < vector.length; row += ++i) {
      double multiple = factor * vector[i];
      for (int j = 0; j <= i; j++) {
        matrix[row + j] += multiple * vector[j];
      }
    }
  }
}
