package io.bayou.model;

/**
 * The number of parameters of a model and its log likelihood.
 *
 * @param parameters the free ones, without those that the spec gives
 * @param logLikelihood sum of ln p(features, label) over the decayed examples, by the current
 *     estimates; NaN if it does not follow from the statistics
 */
public record Fit(long parameters, double logLikelihood) {
  /** No parameters. */
  public static final Fit NONE = new Fit(0, 0.0);

  /** The fit of parameters whose likelihood does not follow from the statistics. */
  public static Fit unknown(long parameters) {
    return new Fit(parameters, Double.NaN);
  }

  /** The fit of two independent parts of a model. */
  public Fit plus(Fit other) {
    return new Fit(parameters + other.parameters, logLikelihood + other.logLikelihood);
  }
}
