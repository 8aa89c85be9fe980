package io.bayou.model.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Intervals of numbers, each closed below and open above. The first is below the first edge, the
 * last starts at the last edge.
 *
 * @param edges increasing
 */
public record Bins(List<Double> edges) {
  public static final int MAX_EDGES = 1_000;

  private static final int DIGITS = 7;

  /** How many intervals an error message lists. */
  private static final int MAX_NAMED = 8;

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

  /** The name of an interval, by its place from 0 on. */
  public static String name(double[] edges, int interval) {
    if (interval == 0) {
      return "<" + text(edges[0]);
    }
    String from = text(edges[interval - 1]);
    return interval == edges.length ? ">=" + from : "[" + from + ", " + text(edges[interval]) + ")";
  }

  /** The names of all intervals, from the lowest on. */
  List<String> names() {
    double[] all = edges.stream().mapToDouble(edge -> edge).toArray();
    return IntStream.rangeClosed(0, all.length).mapToObj(interval -> name(all, interval)).toList();
  }

  /** Why some values are not intervals of these, for an error message; empty if they are. */
  String objectionTo(List<String> values) {
    List<String> names = names();
    for (String value : values) {
      if (!names.contains(value)) {
        return "smoothing names '"
            + value
            + "', which is no interval of these edges; they are "
            + String.join("; ", names.size() > MAX_NAMED ? names.subList(0, MAX_NAMED) : names)
            + (names.size() > MAX_NAMED ? "; ..." : "");
      }
    }
    return "";
  }

  /** How an edge is written in the name of an interval: the same on every platform. */
  public static String text(double edge) {
    // Double.toString has other digits before JDK 19 than after it, and names enter the state.
    if (edge == 0.0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(edge).round(new MathContext(DIGITS)).stripTrailingZeros();
    boolean plain = rounded.precision() - rounded.scale() <= DIGITS; // 10, not 1E+1
    return plain && rounded.scale() < 0 ? rounded.toPlainString() : rounded.toString();
  }
}
