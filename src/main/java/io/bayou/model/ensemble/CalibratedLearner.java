package io.bayou.model.ensemble;

import io.bayou.model.Description;
import io.bayou.model.Explanation;
import io.bayou.model.Features;
import io.bayou.model.Fit;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.QueryableLearner;
import io.bayou.model.RowSink;
import io.bayou.model.StateReader;
import io.bayou.model.SummingLearner;
import io.bayou.model.learner.AbstractLearner;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Corrects the probabilities of another learner, which keeps its own state: each is taken to a
 * power, averaged over several powers by how probable they made the labels so far. The order of the
 * classes stays as it is.
 *
 * <p>The evidence for the powers depends on the order of the examples. It merges by addition, but
 * cannot be retracted: {@link #retract} leaves it as it is.
 */
public final class CalibratedLearner extends AbstractLearner<CalibratedLearner>
    implements SummingLearner, QueryableLearner {
  /** The factor by which an example reduces the evidence so far: about the last 1,000 count. */
  static final double FORGETTING = 0.999;

  private static final String TEMPERATURES = "temperatures";

  private final Learner learner;
  private final HypothesisWeights weights;
  private final double[] logLikelihoods = new double[Temperatures.prior().length];
  private final Calibrated ownReader;
  private boolean changed;
  private long version;

  public CalibratedLearner(Learner learner) {
    super(CalibratedLearner.class, learner.spec(), learner.refusals());
    this.learner = learner;
    weights = new HypothesisWeights(Temperatures.prior(), FORGETTING);
    ownReader = new Calibrated();
  }

  private final class Calibrated implements Predictor {
    private final Predictor predictor = learner.newPredictor();
    private final Temperatures temperatures = new Temperatures();
    private final Posterior own = new Posterior();
    private Features predicted;
    private int predictedRevision;
    private long predictedVersion = -1;

    boolean isOf(CalibratedLearner other) {
      return CalibratedLearner.this == other;
    }

    @Override
    public void predict(Features x, Posterior answer) {
      read(x, answer);
      temperatures.calibrate(weights, answer);
      x.readBy(this);
    }

    private void read(Features x, Posterior answer) {
      predictor.predict(x, answer);
      temperatures.read(answer);
      predicted = x;
      predictedRevision = x.revision();
      predictedVersion = version;
    }

    /* An event is predicted before it is learned: the same answer serves both. */
    boolean logLikelihoods(Features x, String label) {
      if (x != predicted || x.revision() != predictedRevision || version != predictedVersion) {
        read(x, own);
      }
      return temperatures.logLikelihoods(label, logLikelihoods);
    }

    /** Explains the calibrated odds: every contribution changes in the same proportion. */
    @Override
    public Explanation explain(Features x) {
      Posterior answer = predictToExplain(this, x);
      Explanation raw = predictor.explain(x);
      double odds =
          Math.log(answer.probability(answer.best()))
              - Math.log(answer.probability(answer.runnerUp()));
      double scale = odds / raw.logOdds();
      if (!answer.isCalibrated() || !Double.isFinite(scale)) {
        return raw; // infinite odds stay infinite, and equal classes equal
      }
      SortedMap<String, Double> scaled = new TreeMap<>();
      raw.contributions().forEach((name, value) -> scaled.put(name, scale * value));
      return new Explanation(raw.label(), raw.runnerUp(), scale * raw.prior(), scaled);
    }
  }

  @Override
  public Predictor newPredictor() {
    return new Calibrated();
  }

  @Override
  public void learn(Features x, String label, double weight, long time) {
    if (!(weight > 0.0)) {
      return;
    }
    Calibrated reader = x.reader() instanceof Calibrated last && last.isOf(this) ? last : ownReader;
    if (reader.logLikelihoods(x, label)) {
      weights.observe(logLikelihoods, weight);
      changed = true;
    }
    x.readBy(reader.predictor);
    learnUnasked(x, label, weight, time);
  }

  /** Learns an example, but not from the answer to it. */
  void learnUnasked(Features x, String label, double weight, long time) {
    version++;
    learner.learn(x, label, weight, time);
  }

  @Override
  public void retract(Features x, String label, double weight, long time) {
    version++;
    learner.retract(x, label, weight, time);
  }

  @Override
  public double retractable(String label) {
    return learner.retractable(label);
  }

  /** The power that probabilities are taken to, averaged geometrically. */
  public double power() {
    double log = 0.0;
    for (int g = 0; g < logLikelihoods.length; g++) {
      log += weights.weight(g) * Math.log(Temperatures.power(g));
    }
    return Math.exp(log);
  }

  @Override
  protected void add(CalibratedLearner other) {
    learner.merge(other.learner);
    weights.merge(other.weights);
    changed |= other.weights.observations() > 0;
    version++;
  }

  @Override
  public long examples() {
    return learner.examples();
  }

  /** The powers are no parameters of the likelihood of the features. */
  @Override
  public Fit fit() {
    return learner.fit();
  }

  @Override
  public void describe(Description out) {
    learner.describe(out);
  }

  /**
   * Answers as the learner does: what it gives are probabilities of a feature, not of the class.
   */
  @Override
  public void query(String node, Features x, String label, Posterior answer) {
    QueryableLearner.of(learner, node).query(node, x, label, answer);
  }

  @Override
  public void rows(RowSink sink) {
    temperatureRow(sink);
    learner.rows(sink);
  }

  @Override
  public void changedRows(RowSink sink) {
    if (changed) {
      changed = false;
      temperatureRow(sink);
    }
    learner.changedRows(sink);
  }

  private void temperatureRow(RowSink sink) {
    if (weights.observations() > 0) {
      sink.row(
          TEMPERATURES,
          out -> {
            out.text(TEMPERATURES);
            weights.write(out);
          });
    }
  }

  @Override
  public void restore(StateReader row) {
    version++;
    String kind = row.text();
    if (kind.equals(TEMPERATURES)) {
      weights.read(row);
    } else {
      learner.restore(new RestoredRow(kind, row));
    }
  }

  @Override
  public boolean isExchangeable(String row) {
    return learner instanceof SummingLearner sum && sum.isExchangeable(row);
  }

  @Override
  public void restRows(RowSink sink) {
    temperatureRow(sink);
    ((SummingLearner) learner).restRows(sink);
  }

  @Override
  public boolean replaceRest(Learner rest) {
    version++;
    CalibratedLearner other = (CalibratedLearner) rest;
    weights.copy(other.weights);
    changed = true;
    return ((SummingLearner) learner).replaceRest(other.learner);
  }

  @Override
  public boolean exchange(StateReader before, StateReader after) {
    version++;
    return ((SummingLearner) learner).exchange(before, after);
  }
}
