package io.bayou.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is learned does not depend on the coordinates in which it is kept. */
class CoordinatesTest {
  private static final ModelSpec SPEC = ModelSpec.builder(LearnerKind.LOGISTIC).build();

  @Test
  void shouldPlaceWhatSawNoColumnAtItsExactMean() {
    Learner forth = withoutColumn();
    forth.merge(withColumn());
    Learner back = withColumn();
    back.merge(withoutColumn());

    for (int i = 0; i < 5; i++) {
      Features x = new Features().number("far", far(i)).number("x", i);
      assertThat(forth.predict(x).probability(0))
          .isCloseTo(back.predict(x).probability(0), within(1e-10));
    }
  }

  private static Learner withoutColumn() {
    Learner learner = new LogisticLearner(SPEC);
    for (int i = 0; i < 6; i++) {
      learner.learn(new Features().number("x", i % 4), i % 3 == 0 ? "a" : "b", 1.0, 0L);
    }
    return learner;
  }

  private static Learner withColumn() {
    Learner learner = new LogisticLearner(SPEC);
    for (int i = 0; i < 7; i++) {
      String label = i % 2 == 0 ? "a" : "b";
      learner.learn(new Features().number("far", far(i)).number("x", i % 5), label, 1.0, 0L);
    }
    return learner;
  }

  /* Doubles are 1.2e-7 apart here. */
  private static double far(int i) {
    return 1e9 + (i * i % 5) * 1e-4;
  }

  @Test
  void shouldLearnTheSameInAnyUnit() {
    Learner metres = new LogisticLearner(SPEC);
    Learner tiny = new LogisticLearner(SPEC);
    double unit = Math.scalb(1.0, -60);
    double[] values = {8, 8, 8, 9, 7, 8, 12, 5, 8, 3}; // constant at first
    for (int i = 0; i < values.length; i++) {
      String label = i % 3 == 0 ? "a" : "b";
      metres.learn(new Features().number("x", values[i]), label, 1.0, 0L);
      tiny.learn(new Features().number("x", values[i] * unit), label, 1.0, 0L);
    }

    // An example's step ends where it gains less than 1e-20, which is 1e-10 of a logit.
    for (double value : values) {
      assertThat(tiny.predict(new Features().number("x", value * unit)).probability(0))
          .isCloseTo(
              metres.predict(new Features().number("x", value)).probability(0), within(1e-8));
    }
  }

  @Test
  void shouldBeginAnewWhenEverythingWasTakenBack() {
    ModelSpec fading = SPEC.toBuilder().halfLifeMillis(1_000).build();
    Learner emptied = new LogisticLearner(fading);
    emptied.learn(new Features(), "a", 1.0, 500L);
    emptied.retract(new Features(), "a", 1.0, 500L);
    Learner fresh = new LogisticLearner(fading);
    for (Learner learner : new Learner[] {emptied, fresh}) {
      learner.learn(new Features(), "b", 1.0, 900L);
    }

    assertThat(rows(emptied)).isEqualTo(rows(fresh));
  }

  private static SortedMap<String, String> rows(Learner learner) {
    SortedMap<String, String> rows = new TreeMap<>();
    RowWriter writer = new RowWriter();
    learner.rows((row, content) -> rows.put(row, HexFormat.of().formatHex(writer.encode(content))));
    return rows;
  }
}
