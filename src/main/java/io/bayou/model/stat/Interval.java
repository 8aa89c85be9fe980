package io.bayou.model.stat;

import io.bayou.model.Description;
import java.util.Optional;

/** Where a parameter lies with a probability of 95 %, given what was learned. */
public record Interval(double low, double high) {
  private static final double UPPER = 0.975;
  private static final double NORMAL = Quantiles.normal(UPPER);

  /**
   * The mean of a normal feature: Student's interval, which is the posterior under Jeffreys' prior.
   *
   * @param weight how many observations
   * @param variance of the observations, M2/n
   * @return nothing for one observation or none
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

  /** The share of a value that came so many times of all: Jeffreys' interval of a Beta(½, ½). */
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
   * Of the weight of a token in a regression, or else of its share in the tokens of a class.
   *
   * @param total what the class has seen of the feature
   */
  public static Interval ofToken(Description.Token token, double total) {
    return token.isWeighed()
        ? ofWeight(token.logOdds(), token.deviation())
        : ofShare(token.count(), total);
  }
}
