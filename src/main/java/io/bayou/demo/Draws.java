package io.bayou.demo;

import java.util.List;
import java.util.SplittableRandom;

/** Random draws that are the same on every platform and Java version. */
final class Draws {
  /* Odd, and not the increment of SplittableRandom, which would make neighbours share their draws. */
  private static final long STRIDE = 0xD1342543DE82EF95L;

  private Draws() {}

  /** The random numbers of one event. */
  static SplittableRandom of(long seed, long index) {
    return new SplittableRandom(seed + index * STRIDE);
  }

  /** Draws an index by its probability; the probabilities sum to one. */
  static int index(List<Double> probabilities, SplittableRandom random) {
    double left = random.nextDouble();
    int last = probabilities.size() - 1;
    for (int i = 0; i < last; i++) {
      left -= probabilities.get(i);
      if (left < 0.0) {
        return i;
      }
    }
    return last;
  }

  static String one(List<String> values, SplittableRandom random) {
    return values.get(random.nextInt(values.size()));
  }

  /* Box and Muller's, strictly: the algorithm behind nextGaussian may change with the Java version. */
  static double gaussian(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2.0 * StrictMath.log(1.0 - random.nextDouble()));
    return radius * StrictMath.cos(2.0 * Math.PI * random.nextDouble());
  }

  static double tenths(double value) {
    return Math.round(value * 10.0) / 10.0;
  }
}
