package io.bayou.model;

/**
 * How many numbers a model estimates, and how well they describe what it has learned.
 *
 * @param parameters the free ones; what the spec gives is none of them
 * @param logLikelihood sum of ln p(features, label) over the examples, each as often as it still
 *     counts, by the estimates of now; NaN where the statistics do not tell
 */
public record Fit(long parameters, double logLikelihood) {
  /** Of nothing. */
  public static final Fit NONE = new Fit(0, 0.0);

  /** Of parameters whose likelihood the statistics do not tell. */
  public static Fit unknown(long parameters) {
    return new Fit(parameters, Double.NaN);
  }

  /** Of two independent parts of a model. */
  public Fit plus(Fit other) {
    return new Fit(parameters + other.parameters, logLikelihood + other.logLikelihood);
  }
}
