package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** That no sequence of valid events makes a learner's state or answers infinite or NaN. */
public interface FiniteLaws extends LearnerLaws {
  @Test
  default void shouldStayFiniteAtTheEdgesOfWhatIsValid() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = new RandomStream(random, spec, Manner.EXTREME);
          Learner learner = newLearner(spec);
          for (Sample sample : stream.take(random.nextInt(2, 40))) {
            sample.learn(learner);
            assertFinite(learner, stream);
          }
        });
  }

  /** Whether the labels and values were ever learned or not. */
  @Test
  default void shouldStayFiniteWhateverIsRetracted() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          Manner manner = random.nextBoolean() ? Manner.EXTREME : Manner.HOSTILE;
          RandomStream stream = new RandomStream(random, spec, manner);
          Learner learner = newLearner(spec);
          List<Sample> learned = new ArrayList<>();
          for (Sample sample : stream.take(random.nextInt(2, 60))) {
            sample.learn(learner);
            learned.add(sample);
            if (random.nextInt(2) == 0) {
              Sample taken = learned.get(random.nextInt(learned.size()));
              taken.retract(learner);
              stream.next().withLabel(taken.label()).retract(learner);
            }
            assertFinite(learner, stream);
          }
        });
  }

  @Test
  default void shouldStayFiniteWhenManyPartialsAreMerged() {
    forAll(
        runs() / 5,
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = new RandomStream(random, spec, Manner.EXTREME);
          List<Learner> partials = new ArrayList<>();
          for (int i = random.nextInt(2, 6); i > 0; i--) {
            partials.add(learned(spec, stream.take(random.nextInt(1, 12))));
          }
          Learner merged = newLearner(spec);
          for (int i = 0; i < 300; i++) {
            merged.merge(partials.get(random.nextInt(partials.size())));
          }
          assertFinite(merged, stream);
        });
  }

  @Test
  default void shouldReplayAndRestoreTheEdgesBitForBit() {
    forAll(
        runs() / 5,
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = new RandomStream(random, spec, Manner.EXTREME);
          List<Sample> samples = stream.take(random.nextInt(2, 40));
          Learner once = learned(spec, samples);
          Learner restored = newLearner(spec);
          State.restore(restored, State.of(once).values(), random);
          assertThat(State.of(learned(spec, samples))).isEqualTo(State.of(once));
          assertThat(State.of(restored)).isEqualTo(State.of(once));
          for (Sample sample : stream.take(10)) {
            sample.learn(once);
            sample.learn(restored);
          }
          assertThat(State.of(restored)).isEqualTo(State.of(once));
        });
  }

  private static void assertFinite(Learner learner, RandomStream stream) {
    State.of(learner); // the writer of rows refuses anything else
    Features probe = stream.next().features();
    Posterior answer = learner.predict(probe);
    PredictionLaws.assertIsDistribution(answer);
    // NaN says that the learner has no density, negative infinity that it is impossible.
    assertThat(answer.logEvidence()).isNotEqualTo(Double.POSITIVE_INFINITY);
    if (!answer.isEmpty() && !answer.flags().contains(Flag.IMPOSSIBLE)) {
      assertThat(answer.logJoint(answer.best())).isFinite();
    }
    if (answer.runnerUp() >= 0) {
      Explanation why = learner.explain(probe);
      why.contributions().forEach((name, value) -> assertThat(value).as(name).isNotNaN());
      assertThat(why.prior()).isNotNaN();
    }
    SortedMap<String, Double> hypotheses = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, hypotheses);
    hypotheses.forEach((name, weight) -> assertThat(weight).as(name).isBetween(0.0, 1.0));
  }
}
