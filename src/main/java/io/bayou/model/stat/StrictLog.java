package io.bayou.model.stat;

/**
 * The natural logarithm with the bits of {@link StrictMath#log}, for state, which must be the same
 * on every machine.
 */
public final class StrictLog {
  /* Until Java 21 StrictMath.log is a native call, which takes several times as long as the logarithm.
   * This is the algorithm that its contract names, fdlibm's: with x = 2^k (1 + f), f near 0, and
   * s = f / (2 + f), ln(1 + f) is 2s plus a polynomial in s^2. Each step rounds, so the order of the
   * operations matters. */
  private static final double LN2_HIGH = 0x1.62e42feep-1; // k times this is exact
  private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

  private static final double THIRD = 1.0 / 3.0;
  private static final double P1 = 0x1.5555555555593p-1;
  private static final double P2 = 0x1.999999997fa04p-2;
  private static final double P3 = 0x1.2492494229359p-2;
  private static final double P4 = 0x1.c71c51d8e78afp-3;
  private static final double P5 = 0x1.7466496cb03dep-3;
  private static final double P6 = 0x1.39a09d078c69fp-3;
  private static final double P7 = 0x1.2f112df3e5244p-3;

  /* The first half of the bits of a double: sign, exponent, and 20 bits of the fraction. */
  private static final int FRACTION = 0x000fffff;
  private static final int EXPONENT_ONE = 0x00100000;
  private static final int ONE = 0x3ff00000;
  private static final int INFINITE = 0x7ff00000;

  /** Carries into the exponent if 1 + f would exceed the square root of 2. */
  private static final int ABOVE_ROOT = 0x95f64;

  /* Between these fractions f is so far from 0 that f - f^2 / 2 is not computed by itself. */
  private static final int LOWER = 0x6147a;
  private static final int UPPER = 0x6b851;

  private StrictLog() {}

  /** As {@link StrictMath#log}, to the last bit. */
  public static double of(double x) {
    long bits = Double.doubleToRawLongBits(x);
    int high = (int) (bits >>> 32);
    if (high < EXPONENT_ONE || high >= INFINITE) {
      return StrictMath.log(x); // not positive, subnormal, infinite or not a number
    }
    int fraction = high & FRACTION;
    int carry = (fraction + ABOVE_ROOT) & EXPONENT_ONE;
    double k = (high >> 20) - Double.MAX_EXPONENT + (carry >> 20);
    long normal = (long) (fraction | (carry ^ ONE)) << 32 | (bits & 0xffffffffL);
    return of(Double.longBitsToDouble(normal) - 1.0, fraction, k);
  }

  private static double of(double f, int fraction, double k) {
    if (((fraction + 2) & FRACTION) < 3) { // |f| < 2^-20
      double square = f * f * (0.5 - THIRD * f);
      return sum(k, square, f);
    }
    double s = f / (2.0 + f);
    double z = s * s;
    double w = z * z;
    double odd = z * (P1 + w * (P3 + w * (P5 + w * P7)));
    double even = w * (P2 + w * (P4 + w * P6));
    double rest = odd + even;
    if (((fraction - LOWER) | (UPPER - fraction)) <= 0) {
      double product = s * (f - rest);
      return sum(k, product, f);
    }
    double half = 0.5 * f * f;
    double product = s * (half + rest);
    return k == 0.0 ? f - (half - product) : k * LN2_HIGH - ((half - (product + k * LN2_LOW)) - f);
  }

  /* k ln 2 + f - less. */
  private static double sum(double k, double less, double f) {
    return k == 0.0 ? f - less : k * LN2_HIGH - ((less - k * LN2_LOW) - f);
  }
}
