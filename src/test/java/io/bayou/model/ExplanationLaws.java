package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.spec.ModelSpec;
import org.junit.jupiter.api.Test;

/** What a learner promises that can say why. */
public interface ExplanationLaws extends LearnerLaws {
  @Test
  default void shouldExplainTheLogOdds() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = learned(spec, stream.take(random.nextInt(4, 80)));
          for (Sample probe : stream.take(5)) {
            Posterior answer = learner.predict(probe.features());
            if (answer.runnerUp() >= 0) {
              assertAddsUp(learner.explain(probe.features()), answer);
            }
          }
        });
  }

  @Test
  default void shouldNotExplainFewerThanTwoClasses() {
    forAll(
        runs() / 10,
        random -> {
          ModelSpec spec = LearnerLaws.withoutGivenClasses(randomSpec(random));
          Sample sample = LearnerLaws.anyStream(random, spec).next();
          Learner learner = newLearner(spec);
          assertThatThrownBy(() -> learner.explain(sample.features()))
              .isInstanceOf(IllegalStateException.class);
          sample.learn(learner);
          assertThatThrownBy(() -> learner.explain(sample.features()))
              .isInstanceOf(IllegalStateException.class);
        });
  }

  private static void assertAddsUp(Explanation why, Posterior answer) {
    int best = answer.best();
    int other = answer.runnerUp();
    assertThat(why.label()).isEqualTo(answer.label(best));
    assertThat(why.runnerUp()).isEqualTo(answer.label(other));
    double odds = answer.logJoint(best) - answer.logJoint(other);
    boolean scaled = answer.isCalibrated() && odds != 0.0 && !Double.isInfinite(odds);
    if (scaled || answer.flags().contains(Flag.IMPOSSIBLE)) {
      odds = Math.log(answer.probability(best)) - Math.log(answer.probability(other));
    }
    if (Double.isInfinite(odds)) {
      assertThat(why.logOdds()).isEqualTo(odds);
      return;
    }
    double size = Math.max(1.0, Math.max(-answer.logJoint(best), -answer.logJoint(other)));
    for (double contribution : why.contributions().values()) {
      size += Math.abs(contribution);
    }
    assertThat(why.logOdds())
        .isCloseTo(odds, within(1e-9 * (Double.isInfinite(size) ? 1.0 : size)));
  }
}
