package io.bayou.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.replay.ModelDifferences.Difference;
import org.junit.jupiter.api.Test;

class ModelDifferencesTest {
  private static Learner learner(String label, double x, String colour) {
    Learner learner = Learners.create(ModelSpec.defaults());
    learner.learn(new Features().number("x", x).text("colour", colour), label, 2.0, 0L);
    return learner;
  }

  @Test
  void shouldFindNoneBetweenEquals() {
    assertThat(ModelDifferences.between(learner("a", 1, "red"), learner("a", 1, "red"))).isEmpty();
  }

  @Test
  void shouldFindEveryStatisticThatDiffers() {
    assertThat(ModelDifferences.between(learner("a", 1, "red"), learner("a", 3, "blue")))
        .containsExactly(
            new Difference("class 'a', feature 'colour' = 'blue'", "nothing", "weight 2.0"),
            new Difference("class 'a', feature 'colour' = 'red'", "weight 2.0", "nothing"),
            new Difference(
                "class 'a', feature 'x'",
                "weight 2.0, mean 1.0, variance 0.0",
                "weight 2.0, mean 3.0, variance 0.0"));
  }

  @Test
  void shouldTellAClassThatOnlyOneKnows() {
    assertThat(ModelDifferences.between(learner("a", 1, "red"), learner("b", 1, "red")))
        .contains(
            new Difference("class 'a'", "1 examples of weight 2.0", "nothing"),
            new Difference("class 'b'", "nothing", "1 examples of weight 2.0"));
  }

  @Test
  void shouldCompareTexts() {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES).feature("body", FeatureType.MULTINOMIAL).build();
    Learner one = Learners.create(spec);
    one.learn(new Features().text("body", "cheap cheap pills"), "spam", 1.0, 0L);

    assertThat(ModelDifferences.between(one, Learners.create(spec)))
        .contains(
            new Difference("class 'spam', feature 'body'", "weight 3.0, 2 tokens", "nothing"),
            new Difference("class 'spam', feature 'body' = 'cheap'", "weight 2.0", "nothing"));
  }

  @Test
  void shouldCompareWeightsOfALogisticRegression() {
    Learner one = Learners.create(ModelSpec.of(LearnerKind.LOGISTIC));
    Learner two = Learners.create(ModelSpec.of(LearnerKind.LOGISTIC));
    for (int i = 0; i < 20; i++) {
      String label = i % 2 == 0 ? "a" : "b";
      one.learn(new Features().number("x", i % 2).text("c", "u" + i % 2), label, 1.0, 0L);
      two.learn(new Features().number("x", i % 2).text("c", "u" + i % 2), label, 1.0, 0L);
    }
    assertThat(ModelDifferences.between(one, two)).isEmpty();
    two.learn(new Features().number("x", 5).text("c", "u1"), "a", 1.0, 0L);

    assertThat(ModelDifferences.between(one, two))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.one()).isNotEqualTo(each.other()))
        .extracting(Difference::what)
        .anyMatch(what -> what.contains("feature 'x'"))
        .anyMatch(what -> what.contains("feature 'c' = 'u1'"));
  }
}
