package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What every learner promises about its state: replay, storage, limits. */
public interface StateLaws extends LearnerLaws {
  /** Whether {@link Learner#retract} is supported. */
  default boolean retracts() {
    return true;
  }

  @Test
  default void shouldBeTheSameBitForBitWhenReplayed() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          List<Sample> samples = LearnerLaws.someSamples(stream, random);
          Learner once = learned(spec, samples);
          Learner again = learned(spec, samples);
          assertThat(State.of(again)).isEqualTo(State.of(once));
          assertSameAnswers(again, once, stream);
        });
  }

  @Test
  default void shouldCountExamples() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random).toBuilder().limits(Limits.DEFAULT).build();
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          List<Sample> samples = LearnerLaws.someSamples(stream, random);
          long expected = samples.stream().filter(sample -> sample.weight() > 0.0).count();
          assertThat(learned(spec, samples).examples()).isEqualTo(expected);
        });
  }

  @Test
  default void shouldGoOnFromItsRowsBitForBit() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner original = newLearner(spec);
          change(original, stream, random);
          Learner restored = newLearner(spec);
          State.restore(restored, State.of(original).values(), random);
          assertThat(State.of(restored)).isEqualTo(State.of(original));
          assertThat(restored.examples()).isEqualTo(original.examples());
          assertSameAnswers(restored, original, stream);
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            sample.learn(original);
            sample.learn(restored);
          }
          assertThat(State.of(restored)).isEqualTo(State.of(original));
          assertSameAnswers(restored, original, stream);
        });
  }

  @Test
  default void shouldHandOverWhateverChanged() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner live = newLearner(spec);
          Learner follower = newLearner(spec);
          Map<String, String> store = new LinkedHashMap<>();
          for (int i = random.nextInt(6); i >= 0; i--) {
            change(live, stream, random);
            List<String> changed = State.drainChanges(live, store);
            changed.forEach(key -> State.restore(follower, store.get(key)));
            assertThat(State.of(follower)).isEqualTo(State.of(live));
            assertThat(State.drainChanges(live, store)).isEmpty();
          }
          assertSameAnswers(follower, live, stream);
          Learner successor = newLearner(spec);
          State.restore(successor, store.values(), random);
          assertThat(State.of(successor)).isEqualTo(State.of(live));
          assertSameAnswers(successor, live, stream);
        });
  }

  @Test
  default void shouldKeepWithinItsLimits() {
    forAll(
        runs() / 10,
        random -> {
          Limits limits = new Limits(random.nextInt(1, 4), random.nextInt(1, 5), 3, 10);
          ModelSpec any = LearnerLaws.withoutGivenClasses(randomSpec(random));
          ModelSpec spec = any.toBuilder().limits(limits).build();
          RandomStream stream = new RandomStream(random, spec, Manner.CONSISTENT);
          Learner learner = newLearner(spec);
          stream.take(200).forEach(sample -> sample.learn(learner));
          int before = State.bytes(learner);
          for (int i = 0; i < 300; i++) {
            stream.novel(i).learn(learner);
            stream.next().learn(learner);
          }
          // Counters take a few bytes more when they have grown.
          assertThat(State.bytes(learner)).isLessThan(before * 2 + 1_000);
          Posterior answer = learner.predict(stream.next().features());
          assertThat(answer.size()).isLessThanOrEqualTo(limits.classes());
          assertThat(learner.refusals().of(Refusals.Reason.TOO_MANY_CLASSES)).isPositive();
        });
  }

  /** Learns some examples and takes some of them back. */
  private void change(Learner learner, RandomStream stream, RandomGenerator random) {
    List<Sample> learned = new ArrayList<>();
    for (Sample sample : LearnerLaws.someSamples(stream, random)) {
      sample.learn(learner);
      learned.add(sample);
      if (retracts() && random.nextInt(3) == 0) {
        learned.remove(random.nextInt(learned.size())).retract(learner);
      }
    }
  }

  private static void assertSameAnswers(Learner actual, Learner expected, RandomStream stream) {
    for (Sample probe : stream.take(5)) {
      assertThat(Answers.bits(actual.predict(probe.features())))
          .isEqualTo(Answers.bits(expected.predict(probe.features())));
    }
  }
}
