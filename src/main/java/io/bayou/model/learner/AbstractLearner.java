package io.bayou.model.learner;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.Predictor;
import io.bayou.model.Refusals;
import io.bayou.model.spec.ModelSpec;

/**
 * Base class of learners: spec, refusals, and the checks before a merge or an explanation.
 *
 * @param <L> the learners that this one can merge with
 */
public abstract class AbstractLearner<L extends Learner> implements Learner {
  private final Class<L> type;
  private final ModelSpec spec;
  private final Refusals refusals;

  protected AbstractLearner(Class<L> type, ModelSpec spec, Refusals refusals) {
    this.type = type;
    this.spec = spec;
    this.refusals = refusals;
  }

  @Override
  public final ModelSpec spec() {
    return spec;
  }

  @Override
  public Refusals refusals() {
    return refusals;
  }

  @Override
  public final void merge(Learner other) {
    add(mergeable(other));
  }

  /** Another learner as one that this one can merge with. */
  protected final L mergeable(Learner other) {
    if (spec.learner() != other.spec().learner() || !type.isInstance(other)) {
      throw new IllegalArgumentException(
          spec.learner().key() + " cannot merge with " + other.spec().learner().key());
    }
    return type.cast(other);
  }

  /** Adds the state of another learner of the same spec; the other stays as it is. */
  protected abstract void add(L other);

  /**
   * Predicts an event whose answer is to be explained.
   *
   * @throws IllegalStateException if there is no runner-up to explain it against
   */
  public static Posterior predictToExplain(Predictor by, Features x) {
    Posterior answer = new Posterior();
    by.predict(x, answer);
    if (answer.runnerUp() < 0) {
      throw new IllegalStateException("the model knows fewer than two classes");
    }
    return answer;
  }
}
