package io.bayou.model.spec;

/**
 * How logistic regression learns.
 *
 * @param variance prior variance of a weight, of an input of mean 0 and variance 1
 * @param intercept prior variance of a class's intercept
 * @param forgetting the factor by which each example reduces the weight of older ones; 1 keeps all
 * @param average whether predictions are averaged over the posterior of the weights; otherwise they
 *     use its mean
 */
public record LogisticSpec(double variance, double intercept, double forgetting, boolean average) {
  public static final LogisticSpec DEFAULT = new LogisticSpec(2.0, 100.0, 0.998, true);

  public LogisticSpec {
    requirePositive("logistic.variance", variance);
    requirePositive("logistic.intercept", intercept);
    if (!(forgetting > 0.0 && forgetting <= 1.0)) {
      throw new IllegalArgumentException(
          "logistic.forgetting must be in (0, 1], was " + forgetting);
    }
  }

  /* Wider than any data needs; squares and sums stay finite. */
  private static void requirePositive(String name, double value) {
    if (!(value >= 1e-9 && value <= 1e9)) {
      throw new IllegalArgumentException(name + " must be between 1e-9 and 1e9, was " + value);
    }
  }
}
