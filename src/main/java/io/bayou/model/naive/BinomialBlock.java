package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Posterior;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.BlockEvent;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.Decay;
import io.bayou.model.stat.Moments;
import java.util.ArrayList;
import java.util.List;

/**
 * Features that count how many of a fixed number of trials succeeded: P(k|c) = C(n, k) p^k
 * (1-p)^(n-k). The mean of a class is all that it needs, p = (sum of k + a) / (n w + a + b).
 */
final class BinomialBlock extends NumericBlock {
  private final List<Integer> trials = new ArrayList<>();
  private final List<CellProbability> cells = new ArrayList<>();
  private double[][] logSuccess = {};
  private double[][] logFailure = {};

  BinomialBlock(ModelSpec spec) {
    super(spec, FeatureType.BINOMIAL);
  }

  @Override
  public void openColumn(String name, FeatureSpec feature) {
    super.openColumn(name, feature);
    int column = find(name);
    trials.add(column, feature.trials());
    cells.add(column, CellProbability.ofPresence(spec(), feature));
  }

  @Override
  public void refresh(double[] factors) {
    PooledMoments pooled = pool(factors);
    if (logSuccess.length != classes() || (classes() > 0 && logSuccess[0].length != columns())) {
      logSuccess = new double[classes()][columns()];
      logFailure = new double[classes()][columns()];
    }
    for (int j = 0; j < columns(); j++) {
      double all = 0.0;
      for (int c = 0; c < classes(); c++) {
        all += weight(c, j, factors);
      }
      for (int c = 0; c < classes(); c++) {
        refresh(c, j, weight(c, j, factors), all, pooled.mean(j));
      }
    }
  }

  private double weight(int c, int j, double[] factors) {
    double left = moments(c).weight(j) * factors[c];
    return left >= Decay.FORGOTTEN ? left : 0.0;
  }

  private void refresh(int c, int j, double w, double all, double overall) {
    Moments in = moments(c);
    double n = trials.get(j);
    double successes = w > 0.0 ? Math.min(n, Math.max(0.0, in.mean(j) + in.meanRest(j))) * w : 0.0;
    double share = Math.min(1.0, Math.max(0.0, overall / n));
    double a = cells.get(j).present(share);
    double b = cells.get(j).absent(share);
    double mass = n * w + a + b;
    if (mass > 0.0) {
      logSuccess[c][j] = Math.log((successes + a) / mass);
      logFailure[c][j] = Math.log(Math.max(0.0, n * w - successes + b) / mass);
    } else { // nothing was seen, and nothing is believed: what all classes say, if they say
      // anything
      logSuccess[c][j] = all > 0.0 ? Math.log(share) : 0.0;
      logFailure[c][j] = all > 0.0 ? Math.log(1.0 - share) : 0.0;
    }
  }

  @Override
  NumericBlock newEmpty() {
    return new BinomialBlock(spec());
  }

  @Override
  public BlockEvent newEvent() {
    return new Event();
  }

  private final class Event extends NumericEvent {
    @Override
    public boolean put(int column, Features x, int i, boolean learning) {
      double k = x.numeric(i);
      boolean whole = k == Math.rint(k) && k >= 0.0 && k <= trials.get(column);
      return whole && super.put(column, x, i, learning);
    }

    @Override
    public int putFrom(int[] columns, Features x, int from, int to) {
      return from; // each number is checked
    }

    @Override
    public void score(ClassScores scores, Posterior answer) {
      for (int j = 0; j < values.length; j++) {
        if (!Double.isNaN(values[j])) {
          for (int c = 0; c < classes(); c++) {
            scores.sums()[c] += logLikelihood(j, c);
          }
        }
      }
    }

    @Override
    public double logLikelihood(int j, int c) {
      double k = values[j];
      if (Double.isNaN(k) || (logSuccess[c][j] == 0.0 && logFailure[c][j] == 0.0)) {
        return 0.0;
      }
      double failures = trials.get(j) - k;
      double log = logChoose(trials.get(j), (int) k);
      log += k > 0.0 ? k * logSuccess[c][j] : 0.0; // nothing times minus infinity is nothing
      return log + (failures > 0.0 ? failures * logFailure[c][j] : 0.0);
    }
  }

  /* The sums do not hold the binomial coefficients. */
  @Override
  public Fit fit(double[] weights, double[] factors) {
    Fit fit = Fit.NONE;
    for (int c = 0; c < classes(); c++) {
      for (int j = 0; j < columns(); j++) {
        fit = moments(c).weight(j) > 0.0 ? fit.plus(Fit.unknown(1)) : fit;
      }
    }
    return fit;
  }

  private static double logChoose(int n, int k) {
    double log = 0.0;
    for (int i = 1; i <= Math.min(k, n - k); i++) {
      log += Math.log((double) (n - i + 1) / i);
    }
    return log;
  }

  @Override
  public List<ScoringForm> scoringForms() {
    List<ScoringForm> forms = new ArrayList<>();
    for (int j = 0; j < columns(); j++) {
      int column = j;
      forms.add(
          form("binomial", j)
              .integer("trials", trials.get(j))
              .numbers("logSuccess", byClass(c -> logSuccess[c][column]))
              .numbers("logFailure", byClass(c -> logFailure[c][column])));
    }
    return forms;
  }
}
