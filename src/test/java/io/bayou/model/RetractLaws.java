package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What a learner promises from which examples can be taken back. */
public interface RetractLaws extends LearnerLaws {
  /**
   * How far the posterior may be from that of a learner that never had what was taken back. A
   * subtraction leaves the roundings of what was there before: of up to ten times as many examples,
   * spread up to ten times as wide.
   */
  default double retractTolerance() {
    return 1e-8;
  }

  @Test
  default void shouldBeAsIfWhatIsRetractedNeverWas() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random).toBuilder().limits(Limits.DEFAULT).build();
          RandomStream stream = new RandomStream(random, spec, Manner.TAME);
          List<Sample> kept = stream.take(random.nextInt(20, 60));
          List<Sample> taken = new ArrayList<>(stream.take(random.nextInt(20)));
          taken.add(stream.novel(1));
          long end = kept.stream().mapToLong(Sample::time).max().orElseThrow();
          taken.replaceAll(s -> atMost(s, end));
          Learner changed = learned(spec, shuffled(kept, taken, random));
          for (Sample sample : shuffled(taken, List.of(), random)) {
            sample.retract(changed);
          }
          Learner expected = learned(spec, kept);
          assertThat(changed.examples()).isEqualTo(expected.examples());
          for (Sample probe : stream.take(10)) {
            Answers.assertClose(
                changed.predict(probe.features()),
                expected.predict(probe.features()),
                retractTolerance());
          }
        });
  }

  @Test
  default void shouldForgetAClassWithItsLastExample() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = newLearner(spec);
          List<Sample> samples = LearnerLaws.someSamples(stream, random);
          samples.forEach(sample -> sample.learn(learner));
          for (Sample sample : shuffled(samples, List.of(), random)) {
            sample.retract(learner);
          }
          assertThat(learner.examples()).isZero();
          assertThat(Answers.labels(learner.predict(stream.next().features())))
              .containsExactlyElementsOf(spec.givenClasses());
        });
  }

  /* What comes last sets the time to which the others decay, and time does not go back. */
  private static Sample atMost(Sample sample, long time) {
    return new Sample(
        sample.values(), sample.label(), sample.weight(), Math.min(sample.time(), time));
  }

  private static List<Sample> shuffled(
      List<Sample> some, List<Sample> more, RandomGenerator random) {
    List<Sample> all = new ArrayList<>(some);
    all.addAll(more);
    for (int i = all.size() - 1; i > 0; i--) {
      Collections.swap(all, i, random.nextInt(i + 1));
    }
    return all;
  }
}
