package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;

/**
 * The one rule for learning a labeled event, used by the stream, by replays and offline: predict
 * and score, retract what the event corrects, then learn. Because nothing else learns, a replay of
 * a log gives what the stream has learned from it.
 */
public final class PrequentialLearner {
  /** Scores answers. */
  public interface Scorer {
    /**
     * @param answer given before the label was learned
     */
    void add(Posterior answer, Example example);
  }

  /** Answers events before they are learned, and learns them as well. */
  public interface Serving {
    /** Fills in the posterior for one event. */
    void predict(Example example, Posterior answer);

    /**
     * Learns an event, by {@link #update}.
     *
     * @param learner learns it in any case
     */
    void learn(Learner learner, Example example, long time);
  }

  /** Answers and learns events with a learner of its own, which it may replace. */
  public interface Standalone extends Serving {
    /** The present learner. */
    Learner learner();

    /** Learns an event with the present learner. */
    default void learn(Example example, long time) {
      learn(learner(), example, time);
    }
  }

  private final Learner learner;
  private final Serving own;
  private final Scorer score;
  private final Posterior answer = new Posterior();

  public PrequentialLearner(Learner learner, Scorer score) {
    this.learner = requireNonNull(learner, "learner");
    own = new Alone(learner.newPredictor());
    this.score = requireNonNull(score, "score");
  }

  /** Learns an event after predicting it with the same learner. */
  public void learn(Example example, long time) {
    learn(example, own, time);
  }

  /**
   * Learns an event.
   *
   * @param serving predicts it with a sum that includes the learner
   * @param time of the event
   */
  public void learn(Example example, Serving serving, long time) {
    String label = example.label();
    String corrected = example.correctionOf();
    example.setLabel(learner.spec().classOf(label));
    example.setCorrectionOf(learner.spec().classOf(corrected));
    try {
      learnClass(example, serving, time);
    } finally { // another version may have other classes
      example.setLabel(label);
      example.setCorrectionOf(corrected);
    }
  }

  private void learnClass(Example example, Serving serving, long time) {
    if (example.correctionOf() == null) { // otherwise the event was scored when it first came
      serving.predict(example, answer);
      score.add(answer, example);
    }
    serving.learn(learner, example, time);
  }

  /** Retracts what the event corrects, then learns its label, if it has one. */
  public static void update(Learner learner, Example example, long time) {
    String corrected = learner.spec().classOf(example.correctionOf());
    if (corrected != null) {
      learner.retract(example.features(), corrected, example.weight(), time);
    }
    String label = learner.spec().classOf(example.label());
    if (label != null) {
      learner.learn(example.features(), label, example.weight(), time);
    }
  }

  /** A learner that answers by itself. */
  private record Alone(Predictor predictor) implements Serving {
    @Override
    public void predict(Example example, Posterior answer) {
      predictor.predict(example.features(), answer);
    }

    @Override
    public void learn(Learner learner, Example example, long time) {
      update(learner, example, time);
    }
  }
}
