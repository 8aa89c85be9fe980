package io.bayou.model.stat;

import io.bayou.model.Description;
import java.util.Optional;

/** The 95 % credible interval of a parameter. */
public record Interval(double low, double high) {
  private static final double UPPER = 0.975;
  private static final double NORMAL = Quantiles.normal(UPPER);

  /**
   * The mean of a normal feature: Student's interval, which is the posterior under Jeffreys' prior.
   *
   * @param weight how many observations
   * @param variance of the observations, M2/n
   * @return empty for fewer than two observations
   */
  public static Optional<Interval> ofMean(double weight, double mean, double variance) {
    if (!(weight > 1.0)) {
      return Optional.empty();
    }
    double half = Quantiles.studentT(UPPER, weight - 1.0) * Math.sqrt(variance / (weight - 1.0));
    return Double.isFinite(half)
        ? Optional.of(new Interval(mean - half, mean + half))
        : Optional.empty();
  }

  /** The share of a value: Jeffreys' interval, with the prior Beta(½, ½). */
  public static Interval ofShare(double count, double total) {
    double a = count + 0.5;
    double b = Math.max(0.0, total - count) + 0.5;
    return new Interval(Quantiles.beta(1.0 - UPPER, a, b), Quantiles.beta(UPPER, a, b));
  }

  /** The weight of a regression, whose posterior is normal. */
  public static Interval ofWeight(double mean, double deviation) {
    return new Interval(mean - NORMAL * deviation, mean + NORMAL * deviation);
  }

  /**
   * The weight of a token in a regression, or its share of the tokens of a class.
   *
   * @param total weight of the feature in the class
   */
  public static Interval ofToken(Description.Token token, double total) {
    return token.isWeighed()
        ? ofWeight(token.logOdds(), token.deviation())
        : ofShare(token.count(), total);
  }
}
