package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Answerer;
import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;

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

  private final Learner learner;
  private final Answerer own;
  private final Scorer score;
  private final Posterior answer = new Posterior();

  public PrequentialLearner(Learner learner, Scorer score) {
    this.learner = requireNonNull(learner, "learner");
    own = new Answerer(learner, offsets -> {});
    this.score = requireNonNull(score, "score");
  }

  /** Learns an event after predicting it with the same learner. */
  public void learn(Example example, long time) {
    learn(example, own, time);
  }

  /**
   * Learns an event after predicting it with another learner.
   *
   * @param serving predicts with a sum that includes the learner, or with the learner itself
   * @param time of the event
   */
  public void learn(Example example, Answerer serving, long time) {
    if (example.correctionOf() == null) { // otherwise the event was scored when it first came
      serving.predict(example, answer);
      score.add(answer, example);
    }
    update(learner, example, time);
    if (serving.learner() != learner) {
      // The sum holds a copy of the learner from when it was computed. It is computed again only
      // after others have published. Until then it must learn the event as well, or the next
      // prediction would lag behind.
      update(serving.learner(), example, time);
    }
  }

  private static void update(Learner learner, Example example, long time) {
    if (example.correctionOf() != null) {
      learner.retract(example.features(), example.correctionOf(), example.weight(), time);
    }
    learner.learn(example.features(), example.label(), example.weight(), time);
  }
}
