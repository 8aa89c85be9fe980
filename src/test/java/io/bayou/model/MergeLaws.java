package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.RandomStream.Manner;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a learner promises whose state is a sum. */
public interface MergeLaws extends PartialLaws {
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
          assertThat(State.kinds(merged)).isEqualTo(State.kinds(whole));
          for (Sample probe : stream.take(10)) {
            Answers.assertClose(
                merged.predict(probe.features()),
                whole.predict(probe.features()),
                mergeTolerance());
          }
        });
  }
}
