package io.bayou.model.eval;

import io.bayou.model.Posterior;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;

/** Scores of a stream: over everything, and fading so that the last thousand events or so count. */
public final class PrequentialScore {
  /** What is left of an event's weight after one more event. */
  public static final double FADING = 0.999;

  private final Score cumulative;
  private final Score fading;

  public PrequentialScore(int maxClasses) {
    cumulative = Score.cumulative(maxClasses);
    fading = Score.fading(FADING, maxClasses);
  }

  /** Scores one answer that was given before the label was learned. */
  public void add(Posterior answer, String label, double weight) {
    cumulative.add(answer, label, weight);
    fading.add(answer, label, weight);
  }

  public Scores cumulative() {
    return cumulative.scores();
  }

  public Scores fading() {
    return fading.scores();
  }

  public void write(StateWriter out) {
    cumulative.write(out);
    fading.write(out);
  }

  /** Takes in what was written, into scores that are still empty. */
  public void read(StateReader in) {
    cumulative.read(in);
    fading.read(in);
  }
}
