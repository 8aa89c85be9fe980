package io.bayou.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.state.RowWriter;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first value decides the type of a feature; others are read as that type, or named. */
class TypeChangesTest {
  @ParameterizedTest
  @CsvSource({"12,12", "-0.5,-0.5", "+7.,7", ".25,0.25", "1e3,1000", "1.5E-2,0.015", "0012,12"})
  void shouldReadNumbersInStrings(String text, double number) {
    assertThat(new Features().text("x", text).numeric(0)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "-",
        "1e",
        "1e+",
        "e5",
        "1d",
        "0x1p3",
        "NaN",
        "Infinity",
        " 1",
        "1,5",
        "1e999",
        "1.2.3"
      })
  void shouldNotReadOtherStringsAsNumbers(String text) {
    assertThat(new Features().text("x", text).numeric(0)).isNaN();
  }

  @ParameterizedTest
  @EnumSource(
      value = LearnerKind.class,
      names = {"NAIVE_BAYES", "LDA", "QDA", "RDA", "LOGISTIC"})
  void shouldLearnNumbersInStringsAsNumbers(LearnerKind kind) {
    Learner numbers = learned(kind, false);
    Learner strings = learned(kind, true);

    assertThat(rows(strings)).isEqualTo(rows(numbers));
    assertThat(strings.refusals().typeChanges()).isEmpty();
    Posterior asked = strings.predict(new Features().text("x", "2.25"));
    assertThat(asked.flags()).isEqualTo(numbers.predict(new Features().number("x", 2.25)).flags());
    assertThat(asked.probability(0))
        .isEqualTo(numbers.predict(new Features().number("x", 2.25)).probability(0));
  }

  /* The first value is a number in any case. */
  private static Learner learned(LearnerKind kind, boolean asText) {
    Learner learner = Learners.create(ModelSpec.of(kind));
    for (int i = 0; i < 40; i++) {
      double x = i * 0.25;
      Features features = new Features();
      if (asText && i > 0) {
        features.text("x", Double.toString(x));
      } else {
        features.number("x", x);
      }
      learner.learn(features, i % 3 == 0 ? "a" : "b", 1.0, 0L);
    }
    return learner;
  }

  private static List<String> rows(Learner learner) {
    List<String> rows = new ArrayList<>();
    RowWriter writer = new RowWriter();
    learner.rows(
        (row, content) -> rows.add(row + HexFormat.of().formatHex(writer.encode(content))));
    return rows;
  }

  @ParameterizedTest
  @EnumSource(
      value = LearnerKind.class,
      names = {"NAIVE_BAYES", "LOGISTIC", "AVERAGE"})
  void shouldNameAFeatureWhoseTypeHasChanged(LearnerKind kind) {
    Learner learner = Learners.create(ModelSpec.of(kind));
    learner.learn(new Features().text("temp", "warm").text("city", "Rome"), "a", 1.0, 0L);
    learner.learn(new Features().text("temp", "cold").text("city", "Oslo"), "b", 1.0, 0L);
    learner.learn(new Features().number("temp", 20.5).text("city", "Rome"), "a", 1.0, 0L);

    assertThat(learner.refusals().typeChanges()).containsOnlyKeys("temp");
    assertThat(learner.predict(new Features().number("temp", 20.5).text("city", "Rome")).flags())
        .contains(Flag.TYPE_CHANGED)
        .doesNotContain(Flag.MISSING_FEATURE);
    assertThat(learner.predict(new Features().text("city", "Rome")).flags())
        .contains(Flag.MISSING_FEATURE)
        .doesNotContain(Flag.TYPE_CHANGED);
  }

  @Test
  void shouldCountByFeatureUpToALimit() {
    Refusals refusals = new Refusals();
    for (int i = 0; i < 1_000; i++) {
      refusals.countTypeChange("f" + i);
      refusals.countTypeChange("f1");
    }
    assertThat(refusals.typeChanges()).hasSize(100).containsEntry("f1", 1_001L);
    assertThat(refusals.asMap()).isEqualTo(Map.of(Refusals.Reason.TYPE_CHANGED, 2_000L));
    Refusals sum = new Refusals();
    sum.add(refusals);
    sum.add(refusals);
    assertThat(sum.typeChanges()).containsEntry("f1", 2_002L);
    refusals.clear();
    assertThat(refusals.typeChanges()).isEmpty();
  }
}
