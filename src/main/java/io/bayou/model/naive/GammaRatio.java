package io.bayou.model.naive;

/** The ratio of gamma functions in Student's t. */
final class GammaRatio {
  private GammaRatio() {}

  /** ln Gamma(a + 1/2) - ln Gamma(a) for a > 0, to about 1e-15 relative to 1. */
  static double logHalfStep(double a) {
    /* The asymptotic series (Tricomi and Erdelyi 1951) is exact to the last digits from 15 on; smaller
     * arguments climb there by Gamma(a + 1) = a Gamma(a). Taking the difference as a whole avoids the
     * cancellation of two large log-gammas. */
    double climb = 1.0;
    double z = a;
    while (z < 15.0) {
      climb *= z / (z + 0.5);
      z += 1.0;
    }
    double r = 1.0 / z;
    double r2 = r * r;
    double series =
        r
            * (-1.0 / 8.0
                + r2
                    * (1.0 / 192.0
                        + r2 * (-1.0 / 640.0 + r2 * (17.0 / 14336.0 + r2 * (-31.0 / 18432.0)))));
    return 0.5 * Math.log(z) + series + Math.log(climb);
  }
}
