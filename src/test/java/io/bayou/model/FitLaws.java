package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That the likelihood a learner tells from its sums is that of the examples one by one. */
public interface FitLaws extends LearnerLaws {
  @Test
  default void shouldHaveTheLikelihoodOfItsExamples() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec =
              randomSpec(random).toBuilder().limits(Limits.DEFAULT).halfLifeMillis(0).build();
          Manner manner = random.nextBoolean() ? Manner.TAME : Manner.CONSISTENT;
          List<Sample> samples =
              LearnerLaws.someSamples(new RandomStream(random, spec, manner), random);
          Learner learner = learned(spec, samples);
          boolean all = learner.refusals().of(Refusals.Reason.TOO_MANY_CATEGORIES) == 0;
          Fit fit = learner.fit();
          assertThat(fit.parameters()).isNotNegative();
          if (all && !Double.isNaN(fit.logLikelihood())) {
            assertIsSum(fit.logLikelihood(), learner, samples);
          }
        });
  }

  private static void assertIsSum(double likelihood, Learner learner, List<Sample> samples) {
    double sum = 0.0;
    double size = 1.0;
    for (Sample sample : samples) {
      if (sample.weight() > 0.0) {
        Posterior answer = learner.predict(sample.features());
        double log = answer.logJoint(answer.indexOf(sample.label()));
        sum += sample.weight() * log;
        size += sample.weight() * Math.max(1.0, Math.abs(log));
      }
    }
    if (Double.isInfinite(sum)) {
      assertThat(likelihood).isEqualTo(sum);
    } else {
      assertThat(likelihood).isCloseTo(sum, within(1e-6 * size));
    }
  }

  @Test
  default void shouldFitNothingBeforeTheFirstExample() {
    forAll(
        10,
        random -> assertThat(newLearner(randomSpec(random)).fit().parameters()).isNotNegative());
  }
}
