package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NormalPrior;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Features that are normal in each class with unknown mean and variance: the likelihood is the
 * Student-t posterior predictive of a normal-inverse-gamma prior, wide while there are few
 * examples.
 */
final class StudentBlock extends NumericBlock {
  private static final double TWO_PI = 2.0 * Math.PI;

  private final List<Optional<NormalPrior>> priors = new ArrayList<>();
  private double[][] location = {};
  private double[][] degrees = {};
  private double[][] inverse = {};
  private double[][] logConstant = {};

  StudentBlock(ModelSpec spec) {
    super(spec, FeatureType.STUDENT_T);
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    super.openColumn(name, feature);
    priors.add(find(name), feature.normalPrior());
  }

  @Override
  public void refresh(double[] factors) {
    PooledMoments pooled = pool(factors);
    int n = columns();
    int k = classes();
    if (location.length < k || (k > 0 && location[0].length != n)) {
      location = new double[k][n];
      degrees = new double[k][n];
      inverse = new double[k][n];
      logConstant = new double[k][n];
    }
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < n; j++) {
        refresh(c, j, moments(c), factors[c], pooled);
      }
    }
  }

  /* Murphy (2007), Conjugate Bayesian analysis of the Gaussian distribution, section 3. */
  private void refresh(int c, int j, Moments in, double factor, PooledMoments pooled) {
    double left = in.weight(j) * factor;
    double w = left >= Decay.FORGOTTEN ? left : 0.0;
    NormalPrior prior = priors.get(j).orElse(null);
    double s2 = pooled.variance()[j];
    double kappa0 = prior == null ? 1.0 : prior.kappa();
    double mean0 = prior == null ? pooled.mean(j) : prior.mean();
    double kappa = kappa0 + w;
    double alpha = (prior == null ? 0.5 : prior.alpha()) + w / 2.0;
    double off = w > 0.0 ? in.deviation(j, mean0) : 0.0;
    double beta =
        (prior == null ? s2 / 2.0 : prior.beta())
            + in.m2(j) * factor / 2.0
            + (kappa > 0.0 ? kappa0 * w * off * off / (2.0 * kappa) : 0.0);
    double scale2 = beta * (kappa + 1.0) / (alpha * kappa);
    boolean proper =
        kappa > 0.0
            && alpha > 0.0
            && scale2 > Moments.CONSTANT_VARIANCE
            && scale2 <= Double.MAX_VALUE;
    boolean constant = prior == null && s2 < Moments.CONSTANT_VARIANCE;
    location[c][j] = w > 0.0 ? in.mean(j) + (in.meanRest(j) + off * (kappa0 / kappa)) : mean0;
    degrees[c][j] = proper && !constant ? 2.0 * alpha : 0.0;
    inverse[c][j] = 1.0 / (2.0 * alpha) / scale2;
    logConstant[c][j] =
        GammaRatio.logHalfStep(alpha) - 0.5 * (Math.log(TWO_PI * alpha) + Math.log(scale2));
  }

  @Override
  NumericBlock newEmpty() {
    return new StudentBlock(spec());
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    @Override
    public void score(ClassScores scores, Posterior answer) {
      for (int c = 0; c < classes(); c++) {
        double sum = 0.0;
        for (int j = 0; j < values.length; j++) {
          sum += logLikelihood(j, c);
        }
        scores.sums()[c] += sum;
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      double nu = degrees[c][j];
      if (Double.isNaN(values[j]) || nu == 0.0) {
        return 0.0;
      }
      double d = values[j] - location[c][j];
      return logConstant[c][j]
          - 0.5 * (nu + 1.0) * Math.log1p(Math.min(d * d * inverse[c][j], MAX_DISTANCE));
    }
  }

  /** The moments do not give the sum of the log densities. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = Fit.NONE;
    for (int c = 0; c < classes(); c++) {
      for (int j = 0; j < columns(); j++) {
        if (moments(c).weight(j) > 0.0) {
          fit = fit.plus(Fit.unknown(PARAMETERS));
        }
      }
    }
    return fit;
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < columns(); j++) {
      int column = j;
      forms.add(
          form("student", j)
              .numbers("location", byClass(c -> location[c][column]))
              .numbers("degrees", byClass(c -> degrees[c][column]))
              .numbers("factor", byClass(c -> isProper(c, column) ? inverse[c][column] : 0.0))
              .numbers(
                  "constant", byClass(c -> isProper(c, column) ? logConstant[c][column] : 0.0)));
    }
    return forms;
  }

  private boolean isProper(int c, int j) {
    return degrees[c][j] > 0.0;
  }
}
