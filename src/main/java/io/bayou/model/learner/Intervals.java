package io.bayou.model.learner;

import io.bayou.model.spec.Bins;
import io.bayou.model.stat.Categories;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

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

  private static final int POSITIVE = (HIGHEST - LOWEST + 1) * PARTS;

  /** Where the bits of a positive number that tell its interval begin: its exponent, and more. */
  private static final int SHIFT = 52 - Integer.numberOfTrailingZeros(PARTS);

  private static final int FIRST = (LOWEST + Double.MAX_EXPONENT) * PARTS;

  private final double[] edges;
  private final boolean byMagnitude;

  /* Caches, filled in by any thread: a name is a function of its interval, a code is checked before
   * use. */
  private final String[] names;
  private final int[] codes;

  Intervals(Bins bins) {
    this(bins.edges().stream().mapToDouble(edge -> edge).toArray(), false);
  }

  private Intervals(double[] edges, boolean byMagnitude) {
    this.edges = edges;
    this.byMagnitude = byMagnitude;
    names = new String[edges.length + 1];
    codes = new int[names.length];
    Arrays.fill(codes, -1);
  }

  static Intervals byMagnitude() {
    double[] edges = new double[2 * POSITIVE];
    for (int i = 0; i < POSITIVE; i++) {
      double edge = Math.scalb(1.0 + (double) (i % PARTS) / PARTS, LOWEST + i / PARTS);
      edges[POSITIVE + i] = edge;
      edges[POSITIVE - 1 - i] = -edge;
    }
    return new Intervals(edges, true);
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

  /* How many edges are not above the number. */
  private int intervalOf(double number) {
    if (byMagnitude) {
      return number > 0.0 ? POSITIVE + notAbove(number) : POSITIVE - below(-number);
    }
    int index = Arrays.binarySearch(edges, number + 0.0); // -0 is 0
    return index < 0 ? -index - 1 : index + 1;
  }

  /* How many positive edges are not above a positive number. */
  private static int notAbove(double number) {
    int last = (int) (Double.doubleToRawLongBits(number) >>> SHIFT) - FIRST;
    return Math.max(0, Math.min(last + 1, POSITIVE));
  }

  /* How many positive edges are below a number that is not negative. */
  private static int below(double number) {
    return number > 0.0 ? notAbove(Math.nextDown(number)) : 0;
  }

  private String name(int interval) {
    if (names[interval] == null) {
      names[interval] = Bins.name(edges, interval);
    }
    return names[interval];
  }

  /**
   * The intervals that are among the categories: the lower bound, which belongs to it, the upper
   * bound, which does not, and the place of its value.
   */
  List<double[]> known(Categories categories, IntUnaryOperator place) {
    List<double[]> known = new ArrayList<>();
    for (int i = 0; i <= edges.length; i++) {
      int code = categories.find(name(i));
      if (categories.isKnown(code)) {
        double low = i == 0 ? Double.NEGATIVE_INFINITY : edges[i - 1];
        double high = i == edges.length ? Double.POSITIVE_INFINITY : edges[i];
        known.add(new double[] {low, high, place.applyAsInt(code)});
      }
    }
    return known;
  }
}
