package io.bayou.model.eval;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Example;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;

/**
 * The one rule by which a labeled event is learned: by the stream, in a replay and offline. The
 * answer comes first and is scored, what the event corrects is taken back, then it is learned.
 * Since nobody else learns, folding a log again gives what the stream has learned from it.
 */
public final class PrequentialLearner {
  /** Takes in how good an answer was. */
  public interface Scorer {
    /**
     * @param answer given before the label was learned
     */
    void add(Posterior answer, Example example);
  }

  private final Learner learner;
  private final Scorer score;
  private final Posterior answer = new Posterior();

  public PrequentialLearner(Learner learner, Scorer score) {
    this.learner = requireNonNull(learner, "learner");
    this.score = requireNonNull(score, "score");
  }

  /** Learns an event that the learner itself answers first. */
  public void learn(Example example, long time) {
    learn(example, learner, time);
  }

  /**
   * Learns an event that another learner answers first.
   *
   * @param serving the sum that answers, of which the learner is a part, or the learner itself
   * @param time of the event
   */
  public void learn(Example example, Learner serving, long time) {
    if (example.correctionOf() == null) { // else the event was scored when it first came
      serving.predict(example.features(), answer);
      score.add(answer, example);
    }
    update(learner, example, time);
    if (serving != learner) {
      // The sum holds a copy of what the learner knew when it was made. It is made again only after
      // others have published; until then it must learn the event as well, or the answer to the
      // next
      // one would lag behind.
      update(serving, example, time);
    }
  }

  private static void update(Learner learner, Example example, long time) {
    if (example.correctionOf() != null) {
      learner.retract(example.features(), example.correctionOf(), example.weight(), time);
    }
    learner.learn(example.features(), example.label(), example.weight(), time);
  }
}
