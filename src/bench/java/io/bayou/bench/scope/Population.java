package io.bayou.bench.scope;

import io.bayou.model.Example;
import io.bayou.model.spec.ModelSpec;
import java.util.Random;

/** Senders of events, each with habits of its own that are drawn from those of all. */
public interface Population {
  /** The feature that says who has sent an event. */
  String KEY = "who";

  int size();

  /** A model that suits the events, without a scope. */
  ModelSpec spec();

  /** Draws an event of a member. */
  void draw(int member, Random random, Example into);

  /** Draws from a normal distribution. */
  static double gaussian(Random random, double mean, double deviation) {
    return mean + deviation * random.nextGaussian();
  }

  /** Draws a place by its weight. */
  static int draw(double[] weights, Random random) {
    double sum = 0.0;
    for (double weight : weights) {
      sum += weight;
    }
    double rest = random.nextDouble() * sum;
    int i = 0;
    while (i < weights.length - 1 && rest >= weights[i]) {
      rest -= weights[i++];
    }
    return i;
  }

  /**
   * Draws shares around those of all.
   *
   * @param strength how near they are, in observations
   */
  static double[] around(double[] shares, double strength, Random random) {
    double[] drawn = new double[shares.length];
    double sum = 0.0;
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = gamma(shares[i] * strength, random);
      sum += drawn[i];
    }
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] /= sum;
    }
    return drawn;
  }

  /* Marsaglia and Tsang (2000); below 1 by the boost of the shape by 1. */
  private static double gamma(double shape, Random random) {
    if (shape < 1.0) {
      return Math.max(
          gamma(shape + 1.0, random) * Math.pow(random.nextDouble(), 1.0 / shape), 1e-12);
    }
    double d = shape - 1.0 / 3.0;
    double c = 1.0 / Math.sqrt(9.0 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = Math.pow(1.0 + c * x, 3);
      double u = 1.0 - random.nextDouble();
      if (v > 0.0 && Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }
}
