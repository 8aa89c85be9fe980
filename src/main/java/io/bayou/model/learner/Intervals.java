package io.bayou.model.learner;

import io.bayou.model.spec.Bins;
import io.bayou.model.stat.Categories;
import java.util.Arrays;

/**
 * The intervals that the numbers of a feature fall into, as values of a discrete feature.
 *
 * <p>Where no edges are given, intervals go by magnitude: each power of two has {@value #PARTS} of
 * equal width, on either side of 0. They are the same for every partition and every order of
 * events, so counts of them add up, and take as many values as the numbers have magnitudes.
 */
final class Intervals {
  private static final int PARTS = 2;

  /** Numbers closer to 0 than this power of two count as 0. */
  private static final int LOWEST = -64;

  private static final int HIGHEST = 63;

  private final double[] edges;

  /* Caches, filled in by any thread: a name is a function of its interval, a code is checked before
   * use. */
  private final String[] names;
  private final int[] codes;

  Intervals(Bins bins) {
    this(bins.edges().stream().mapToDouble(edge -> edge).toArray());
  }

  private Intervals(double[] edges) {
    this.edges = edges;
    names = new String[edges.length + 1];
    codes = new int[names.length];
    Arrays.fill(codes, -1);
  }

  static Intervals byMagnitude() {
    int powers = HIGHEST - LOWEST + 1;
    double[] edges = new double[2 * powers * PARTS];
    for (int i = 0; i < powers * PARTS; i++) {
      double edge = Math.scalb(1.0 + (double) (i % PARTS) / PARTS, LOWEST + i / PARTS);
      edges[powers * PARTS + i] = edge;
      edges[powers * PARTS - 1 - i] = -edge;
    }
    return new Intervals(edges);
  }

  /** Number of the interval's value, or -1 if it is not among the categories. */
  int find(double number, Categories categories) {
    int interval = intervalOf(number);
    int code = codes[interval];
    String name = name(interval);
    return code >= 0 && name.equals(categories.value(code))
        ? code
        : remember(interval, categories.find(name));
  }

  /** As {@link #find}, opened if it is new. */
  int open(double number, Categories categories) {
    int code = find(number, categories);
    int interval = intervalOf(number);
    return code >= 0 ? code : remember(interval, categories.open(name(interval)));
  }

  private int remember(int interval, int code) {
    codes[interval] = code;
    return code;
  }

  private int intervalOf(double number) {
    int index = Arrays.binarySearch(edges, number + 0.0); // -0 is 0
    return index < 0 ? -index - 1 : index + 1;
  }

  private String name(int interval) {
    if (names[interval] == null) {
      names[interval] = Bins.name(edges, interval);
    }
    return names[interval];
  }
}
