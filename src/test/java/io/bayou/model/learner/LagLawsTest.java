package io.bayou.model.learner;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.FiniteLaws;
import io.bayou.model.PartialLaws;
import io.bayou.model.PredictionLaws;
import io.bayou.model.StateLaws;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/**
 * The laws that learners keep to which the latest labels are features. The labels before an event
 * are those of its own source, so the sum of parts is not the whole.
 */
class LagLawsTest {
  /** Most laws hold whatever learner it is. */
  private interface LagLaws
      extends PredictionLaws, StateLaws, PartialLaws, ExplanationLaws, FiniteLaws {
    LearnerKind kind();

    @Override
    default ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.builder(kind()).lags(random.nextInt(1, 4)).build();
    }

    /** The label of one is a feature of the other. */
    @Override
    default void shouldGiveATieToTheFirstLabel() {}
  }

  @Nested
  class NaiveBayes implements LagLaws {
    @Override
    public LearnerKind kind() {
      return LearnerKind.NAIVE_BAYES;
    }
  }

  @Nested
  class Aode implements LagLaws {
    @Override
    public LearnerKind kind() {
      return LearnerKind.AODE;
    }
  }

  @Nested
  class Average implements LagLaws {
    @Override
    public LearnerKind kind() {
      return LearnerKind.AVERAGE;
    }

    @Override
    public int runs() {
      return 20;
    }

    /** One member is a forest: it grows up to its leaves, and is tested for that by itself. */
    @Override
    public void shouldKeepWithinItsLimits() {}
  }
}
