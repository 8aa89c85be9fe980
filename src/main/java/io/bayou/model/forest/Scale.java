package io.bayou.model.forest;

import io.bayou.model.spec.Bins;
import java.util.Arrays;
import java.util.List;

/** Where a number lies between 0 and 1, in the order of the numbers. */
final class Scale {
  /** For numbers of any size: fine around zero, coarser with the square root of the size. */
  static final Scale ANY = new Scale(new double[0]);

  private static final double BELOW_ONE = 0x1.fffffp-2;

  private final double[] edges;

  private Scale(double[] edges) {
    this.edges = edges;
  }

  /** By the intervals that a spec gives: each takes as much room, and so it does in the cuts. */
  static Scale of(Bins bins) {
    List<Double> edges = bins.edges();
    double[] array = new double[edges.size()];
    Arrays.setAll(array, edges::get);
    return new Scale(array);
  }

  double position(double number) {
    return edges.length == 0 ? bySize(number) : byInterval(number);
  }

  /* Square roots are exact on every platform. */
  private static double bySize(double number) {
    double root = Math.sqrt(Math.abs(number));
    double half = BELOW_ONE * (root / (1.0 + root));
    return number < 0.0 ? 0.5 - half : 0.5 + half;
  }

  private double byInterval(double number) {
    int found = Arrays.binarySearch(edges, number + 0.0); // -0.0 is no other number than 0.0
    int interval = found < 0 ? -found - 1 : found + 1;
    double within = 0.5;
    if (interval > 0 && interval < edges.length) {
      double from = edges[interval - 1];
      within = (number - from) / (edges[interval] - from);
    }
    return (interval + Math.min(within, 0.999)) / (edges.length + 1);
  }
}
