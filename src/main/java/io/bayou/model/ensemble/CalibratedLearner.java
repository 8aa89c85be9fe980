package io.bayou.model.ensemble;

import io.bayou.model.Explanation;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.RowSink;
import io.bayou.model.RowSink.RowContent;
import io.bayou.model.ScoringForm;
import io.bayou.model.StateReader;
import io.bayou.model.stat.StrictLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Corrects the probabilities of another learner: each is taken to a power, averaged over several
 * powers by how probable they made the labels so far. The order of the classes stays as it is.
 */
public final class CalibratedLearner extends EnclosingLearner<CalibratedLearner> {
  private static final String TEMPERATURES = "temperatures";
  private static final String MEMORIES = "temperature-memories";

  private final TemperatureWeights weights;
  private final double[] likelihoods = new double[Temperatures.COUNT];
  private final double[] logLikelihoods = new double[Temperatures.COUNT];
  private boolean changed;

  public CalibratedLearner(Learner learner) {
    this(learner, false);
  }

  private CalibratedLearner(Learner learner, boolean isMember) {
    super(CalibratedLearner.class, learner);
    weights = new TemperatureWeights(isMember);
  }

  /** For a member of an average, whose temperature also follows the latest labels. */
  public static CalibratedLearner member(Learner learner) {
    return new CalibratedLearner(learner, true);
  }

  private final class Calibrated extends Reading {
    private final Temperatures temperatures = new Temperatures();

    @Override
    void read(Posterior answer) {
      temperatures.read(answer);
    }

    @Override
    void complete(Posterior answer) {
      temperatures.calibrate(weights, answer);
    }

    @Override
    void learn(String label, double weight) {
      if (temperatures.likelihoods(label, likelihoods)) {
        for (int g = 0; g < likelihoods.length; g++) {
          logLikelihoods[g] = StrictLog.of(likelihoods[g]);
        }
        weights.observe(likelihoods, logLikelihoods, weight);
        changed = true;
      }
    }

    /** Explains the calibrated odds: every contribution changes in the same proportion. */
    @Override
    Explanation explain(Explanation raw, Posterior answer) {
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
  ScoringForm ownForm() {
    List<ScoringForm> temperatures = new ArrayList<>();
    for (int g = 0; g < Temperatures.COUNT; g++) {
      temperatures.add(
          new ScoringForm()
              .number("power", Temperatures.power(g))
              .number("noise", Temperatures.noise(g))
              .number("weight", weights.weight(g)));
    }
    return new ScoringForm("calibrated").forms("temperatures", temperatures);
  }

  @Override
  Reading newReading() {
    return new Calibrated();
  }

  @Override
  void addOwn(CalibratedLearner other) {
    weights.merge(other.weights);
    changed |= other.weights.observations() > 0;
  }

  @Override
  void replaceOwn(CalibratedLearner other) {
    weights.copy(other.weights);
    changed = true;
  }

  @Override
  void ownRows(RowSink sink) {
    if (weights.observations() > 0) {
      row(TEMPERATURES, weights::write, sink);
      if (weights.hasMemories()) {
        row(MEMORIES, weights::writeMemories, sink);
      }
    }
  }

  private static void row(String kind, RowContent content, RowSink sink) {
    sink.row(
        kind,
        out -> {
          out.text(kind);
          content.writeTo(out);
        });
  }

  @Override
  void changedOwnRows(RowSink sink) {
    if (changed) {
      changed = false;
      ownRows(sink);
    }
  }

  @Override
  boolean restoreOwn(String kind, StateReader row) {
    switch (kind) {
      case TEMPERATURES -> weights.read(row);
      case MEMORIES -> weights.readMemories(row);
      default -> {
        return false;
      }
    }
    return true;
  }
}
