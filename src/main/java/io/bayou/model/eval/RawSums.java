package io.bayou.model.eval;

import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.util.List;

/** Sums how good answers were before they were calibrated. */
final class RawSums {
  private final boolean used;
  private final BinSums bins = new BinSums();
  private double logLoss;

  /**
   * @param used whether the model calibrates its answers; otherwise nothing is summed
   */
  RawSums(boolean used) {
    this.used = used;
  }

  boolean isUsed() {
    return used;
  }

  /**
   * @param loss of the calibrated answer, which counts for a label that the model does not know
   */
  void add(ScoredAnswer given, double loss, double weight) {
    if (!used) {
      return;
    }
    Posterior answer = given.answer();
    logLoss +=
        given.isKnown()
            ? -weight
                * Math.log(Math.max(answer.rawProbability(given.own()), Score.MIN_PROBABILITY))
            : loss;
    double confidence = answer.isEmpty() ? 0.0 : answer.rawProbability(answer.best());
    bins.add(confidence, given.isRight(), weight);
  }

  void scale(double factor) {
    logLoss *= factor;
    bins.scale(factor);
  }

  /** Adds published sums, each multiplied by the unit. */
  void merge(RawScores other, double unit) {
    logLoss += other.logLoss() * unit;
    bins.merge(other.calibration(), unit);
  }

  /** The sums, each divided by the unit. */
  RawScores scores(double unit) {
    return used ? new RawScores(logLoss / unit, List.copyOf(bins.bins(unit))) : RawScores.NONE;
  }

  void write(StateWriter out) {
    out.number(logLoss);
    bins.write(out);
  }

  /** Reads what was written into empty sums. */
  void read(StateReader in) {
    logLoss = in.number();
    bins.read(in);
  }
}
