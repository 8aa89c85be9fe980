package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowReader;
import io.bayou.codec.state.RowWriter;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Base64;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code tan} does with more features and classes than it can count in pairs. */
class TreeBoundsTest {
  private static final ModelSpec SPEC = ModelSpec.of(LearnerKind.TAN);

  /* Each feature mostly repeats the one before it. Some are missing. */
  private static Features event(SplittableRandom random, int features, int label) {
    Features event = new Features();
    int value = random.nextInt(3);
    for (int j = 0; j < features; j++) {
      value = random.nextInt(5) == 0 ? (value + label) % 3 : value;
      if (random.nextInt(40) > 0) {
        event.text("f" + j, "v" + value);
      }
    }
    return event;
  }

  /* Each feature by itself tells the class, now and then. */
  private static Features telling(SplittableRandom random, int features, int label) {
    Features event = new Features();
    for (int j = 0; j < features; j++) {
      event.text("f" + j, "v" + (random.nextInt(3) == 0 ? label : random.nextInt(5)));
    }
    return event;
  }

  private static SortedMap<String, String> rows(Learner learner) {
    SortedMap<String, String> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    Base64.Encoder text = Base64.getEncoder();
    learner.rows((key, row) -> rows.put(key, text.encodeToString(writer.encode(row))));
    return rows;
  }

  @Test
  void shouldLearnEveryClassHoweverManyFeaturesThereAre() {
    Learner learner = Learners.create(SPEC);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 40; i++) {
      learner.learn(telling(random, 800, i % 5), "c" + i % 5, 1.0, 0);
    }

    Posterior answer = learner.predict(telling(random, 800, 2));
    assertThat(learner.examples()).isEqualTo(40);
    assertThat(learner.refusals().asMap()).isEmpty();
    assertThat(answer.size()).isEqualTo(5);
    assertThat(answer.label(answer.best())).isEqualTo("c2");
  }

  @ParameterizedTest
  @CsvSource({"90, 3, 120", "40, 200, 400"}) // too many features; too many classes for them
  void shouldMergeToTheWholeBeyondItsBounds(int features, int classes, int events) {
    Learner whole = Learners.create(SPEC);
    Learner[] parts = {Learners.create(SPEC), Learners.create(SPEC)};
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < events; i++) {
      int label = i < 50 ? i % 2 : random.nextInt(classes); // most classes come late
      Features event = event(random, i < 20 ? features / 2 : features, label);
      whole.learn(event, "c" + label, 1.0, 0);
      parts[random.nextInt(2)].learn(event, "c" + label, 1.0, 0);
    }
    parts[0].merge(parts[1]);

    assertThat(rows(parts[0])).isEqualTo(rows(whole));
    assertThat(rows(restored(whole))).isEqualTo(rows(whole));
    Features event = event(random, features, 1);
    Posterior expected = whole.predict(event);
    Posterior merged = parts[0].predict(event);
    Posterior restored = restored(whole).predict(event);
    for (int c = 0; c < expected.size(); c++) {
      assertThat(merged.probability(c)).isEqualTo(expected.probability(c));
      assertThat(restored.probability(c)).isEqualTo(expected.probability(c));
    }
  }

  private static Learner restored(Learner learner) {
    Learner copy = Learners.create(SPEC);
    rows(learner)
        .values()
        .forEach(row -> copy.restore(new RowReader(Base64.getDecoder().decode(row))));
    return copy;
  }
}
