package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every learner promises about merging, even one that is more than the sum of its parts. */
public interface PartialLaws extends LearnerLaws {
  /**
   * How far the posterior of a merged learner may be from that of the whole. Both took the same few
   * hundred additions in another order, each right to 1e-16; the variance of a class may be as
   * small as 1e-9 of its feature's, and distances are measured in it.
   */
  default double mergeTolerance() {
    return 1e-11;
  }

  /** The same for a learner whose digits depend on what it has learned. */
  default double mergeTolerance(ModelSpec spec, List<Sample> samples) {
    return mergeTolerance();
  }

  @Test
  default void shouldNotCareWhichIsMergedIntoWhich() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random).toBuilder().limits(Limits.DEFAULT).build();
          RandomStream stream = new RandomStream(random, spec, Manner.CONSISTENT);
          List<Sample> some = LearnerLaws.someSamples(stream, random);
          List<Sample> others = LearnerLaws.someSamples(stream, random);
          Learner one = learned(spec, some);
          one.merge(learned(spec, others));
          Learner other = learned(spec, others);
          other.merge(learned(spec, some));
          assertThat(one.examples()).isEqualTo(other.examples());
          List<Sample> all = new ArrayList<>(some);
          all.addAll(others);
          double tolerance = mergeTolerance(spec, all);
          for (Sample probe : stream.take(10)) {
            Answers.assertClose(
                one.predict(probe.features()), other.predict(probe.features()), tolerance);
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
