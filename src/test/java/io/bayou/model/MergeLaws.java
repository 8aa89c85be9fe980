package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelSpec.Limits;
import io.bayou.model.RandomStream.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a learner promises whose state is a sum. */
public interface MergeLaws extends LearnerLaws {
  /**
   * How far the posterior of a merged learner may be from that of the whole. Both took the same few
   * hundred additions in another order, each right to 1e-16; the variance of a class may be as
   * small as 1e-9 of its feature's, and distances are measured in it.
   */
  default double mergeTolerance() {
    return 1e-11;
  }

  @Test
  default void shouldMergeAnySplitToTheWhole() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random).toBuilder().limits(Limits.DEFAULT).build();
          RandomStream stream = new RandomStream(random, spec, Manner.CONSISTENT);
          Learner whole = newLearner(spec);
          List<Learner> parts = new ArrayList<>();
          for (int i = random.nextInt(1, 5); i > 0; i--) {
            parts.add(newLearner(spec));
          }
          for (Sample sample : LearnerLaws.someSamples(stream, random)) {
            sample.learn(whole);
            sample.learn(parts.get(random.nextInt(parts.size())));
          }
          Learner merged = newLearner(spec);
          parts.forEach(merged::merge);
          assertThat(merged.examples()).isEqualTo(whole.examples());
          assertThat(State.of(merged).keySet()).isEqualTo(State.of(whole).keySet());
          for (Sample probe : stream.take(10)) {
            Answers.assertClose(
                merged.predict(probe.features()),
                whole.predict(probe.features()),
                mergeTolerance());
          }
        });
  }

  @Test
  default void shouldLeaveTheOtherAsItIs() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = new RandomStream(random, spec, Manner.CONSISTENT);
          Learner one = learned(spec, LearnerLaws.someSamples(stream, random));
          Learner other = learned(spec, LearnerLaws.someSamples(stream, random));
          Map<String, String> before = State.of(other);
          Sample probe = stream.next();
          List<Object> answer = Answers.bits(other.predict(probe.features()));
          one.merge(other);
          stream.take(10).forEach(sample -> sample.learn(one));
          assertThat(State.of(other)).isEqualTo(before);
          assertThat(Answers.bits(other.predict(probe.features()))).isEqualTo(answer);
        });
  }

  @Test
  default void shouldCopyBitForBitWhenMergingWithEmpty() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = learned(spec, LearnerLaws.someSamples(stream, random));
          Map<String, String> before = State.of(learner);
          learner.merge(newLearner(spec));
          Learner empty = newLearner(spec);
          empty.merge(learner);
          assertThat(State.of(learner)).isEqualTo(before);
          assertThat(State.of(empty)).isEqualTo(before);
          Sample probe = stream.next();
          assertThat(Answers.bits(empty.predict(probe.features())))
              .isEqualTo(Answers.bits(learner.predict(probe.features())));
        });
  }
}
