package io.bayou.model.stat;

/** Quantiles of the distributions behind the intervals of parameters. */
public final class Quantiles {
  private static final double TINY = 1e-300;
  private static final double PRECISION = 1e-15;
  private static final int MAX_TERMS = 10_000;

  /** Above this, a beta or Student-t distribution is normal up to small corrections. */
  private static final double NORMAL = 1e4;

  private static final double[] LANCZOS = {
    0.9999999999998099,
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  private Quantiles() {}

  /**
   * The value below which a Beta(a, b) variable lies with probability p.
   *
   * @param p between 0 and 1
   */
  public static double beta(double p, double a, double b) {
    if (Math.min(a, b) > NORMAL) {
      return nearlyNormal(p, a, b);
    }
    double low = 0.0;
    double high = 1.0;
    // Shares of rare values are tiny, so precision is relative.
    while (high - low > PRECISION * high && high > TINY) {
      double middle = low > 0.0 ? Math.sqrt(low * high) : high > 1e-3 ? high / 2 : high * 1e-3;
      if (middle <= low || middle >= high) {
        return middle;
      }
      if (betaCdf(middle, a, b) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high > TINY ? (low + high) / 2.0 : 0.0;
  }

  /* Corrected for skewness and kurtosis (Cornish, Fisher 1938): off by less than 1e-9 of itself. */
  private static double nearlyNormal(double p, double a, double b) {
    double n = a + b;
    double mean = a / n;
    double deviation = Math.sqrt(mean * (b / n) / (n + 1.0));
    double skew = 2.0 * (b - a) * Math.sqrt(n + 1.0) / ((n + 2.0) * Math.sqrt(a) * Math.sqrt(b));
    double flat = (n + 1.0) * (b - a) / a * ((b - a) / b) - (n + 2.0);
    double excess = 6.0 * flat / ((n + 2.0) * (n + 3.0));
    double z = normal(p);
    double shift = (z * z - 1.0) * skew / 6.0;
    shift += z * (z * z - 3.0) * excess / 24.0 - z * (2.0 * z * z - 5.0) * skew * skew / 36.0;
    return mean + deviation * (z + shift);
  }

  /** The value below which a Student-t variable lies with probability p. */
  public static double studentT(double p, double degrees) {
    if (degrees > NORMAL) {
      double z = normal(p);
      double z2 = z * z;
      double second = ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * degrees * degrees);
      return z + z * ((z2 + 1.0) / (4.0 * degrees) + second);
    }
    double tail = Math.min(p, 1.0 - p);
    double x = beta(2.0 * tail, degrees / 2.0, 0.5);
    double t = Math.sqrt(degrees * (1.0 - x) / x);
    return p < 0.5 ? -t : t;
  }

  /** The value below which a standard normal variable lies with probability p. */
  public static double normal(double p) {
    double tail = Math.min(p, 1.0 - p);
    double low = 0.0;
    double high = 40.0;
    for (int i = 0; i < 200 && high - low > PRECISION * high; i++) {
      double middle = (low + high) / 2.0;
      if (normalTail(middle) > tail) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return p < 0.5 ? -(low + high) / 2.0 : (low + high) / 2.0;
  }

  /* P(Z > z) for z >= 0: a power series near 0, Laplace's continued fraction in the tail. */
  private static double normalTail(double z) {
    double density = Math.exp(-z * z / 2.0) / Math.sqrt(2.0 * Math.PI);
    if (z < 1.5) {
      double term = z;
      double sum = z;
      for (int k = 3; term > sum * 1e-17; k += 2) {
        term *= z * z / k;
        sum += term;
      }
      return 0.5 - density * sum;
    }
    double fraction = z;
    for (int k = 300; k > 0; k--) {
      fraction = z + k / fraction;
    }
    return density / fraction;
  }

  /* The regularised incomplete beta function. */
  static double betaCdf(double x, double a, double b) {
    if (x <= 0.0 || x >= 1.0) {
      return x <= 0.0 ? 0.0 : 1.0;
    }
    double log = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
    double front = Math.exp(log);
    return x < (a + 1.0) / (a + b + 2.0)
        ? front * betaFraction(x, a, b) / a
        : 1.0 - front * betaFraction(1.0 - x, b, a) / b;
  }

  /* Its continued fraction, by Lentz's method. */
  private static double betaFraction(double x, double a, double b) {
    double c = 1.0;
    double d = 1.0 / nonZero(1.0 - (a + b) * x / (a + 1.0));
    double h = d;
    for (int m = 1; m <= MAX_TERMS; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m));
      d = 1.0 / nonZero(1.0 + even * d);
      c = nonZero(1.0 + even / c);
      h *= d * c;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0));
      d = 1.0 / nonZero(1.0 + odd * d);
      c = nonZero(1.0 + odd / c);
      h *= d * c;
      if (Math.abs(d * c - 1.0) < PRECISION) {
        break;
      }
    }
    return h;
  }

  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /* Lanczos' approximation for x > 0. */
  private static double logGamma(double x) {
    if (x < 0.5) {
      return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1.0 - x);
    }
    double sum = LANCZOS[0];
    for (int i = 1; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (x - 1.0 + i);
    }
    double t = x + 6.5;
    return 0.5 * Math.log(2.0 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
  }
}
