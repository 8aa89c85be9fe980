package io.bayou.model.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;

/**
 * Intervals of numbers, each closed below and open above. The first is below the first edge, the
 * last starts at the last edge.
 *
 * @param edges increasing
 */
public record Bins(List<Double> edges) {
  public static final int MAX_EDGES = 1_000;

  public Bins {
    edges = List.copyOf(edges);
    if (edges.isEmpty() || edges.size() > MAX_EDGES) {
      throw new IllegalArgumentException(
          "bins need between 1 and " + MAX_EDGES + " edges, were " + edges.size());
    }
    for (int i = 0; i < edges.size(); i++) {
      double before = i == 0 ? Double.NEGATIVE_INFINITY : edges.get(i - 1);
      double edge = edges.get(i);
      if (!(edge > before) || Double.isInfinite(edge)) {
        throw new IllegalArgumentException("edges must increase, were " + before + " and " + edge);
      }
      if (i > 0 && text(edge).equals(text(before))) {
        throw new IllegalArgumentException(
            "edges must differ in seven digits, were " + before + " and " + edge);
      }
    }
  }

  /** Intervals of equal width between two numbers, and one more at each end. */
  public static Bins equalWidth(double from, double to, int count) {
    if (!(from < to) || count < 1 || count >= MAX_EDGES) {
      throw new IllegalArgumentException(
          "bins need from < to and between 1 and %d bins, were %s"
              .formatted(MAX_EDGES - 1, List.of(from, to, count)));
    }
    Double[] edges = new Double[count + 1];
    Arrays.setAll(edges, i -> from * ((double) (count - i) / count) + to * ((double) i / count));
    return new Bins(List.of(edges));
  }

  /** How an edge is written in the name of an interval: the same on every platform. */
  public static String text(double edge) {
    // Double.toString has other digits before JDK 19 than after it, and names enter the state.
    return edge == 0.0
        ? "0"
        : new BigDecimal(edge).round(new MathContext(7)).stripTrailingZeros().toString();
  }
}
