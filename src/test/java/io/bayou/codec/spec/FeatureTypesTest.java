package io.bayou.codec.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.RandomSmoothing;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link LearnerKind} says about types of features is what specs accept and learners do. */
class FeatureTypesTest {
  static Stream<Arguments> pairs() {
    return Arrays.stream(LearnerKind.values())
        .flatMap(kind -> Arrays.stream(FeatureType.values()).map(t -> Arguments.of(kind, t)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void shouldReadTheTypesThatMayBeDeclared(LearnerKind learner, FeatureType type) {
    String feature =
        type == FeatureType.BINOMIAL ? "{type: binomial, n: 3}" : "{type: " + type.key() + "}";
    String text = "{learner: " + learner.key() + ", features: {x: " + feature + "}";
    String node = type == FeatureType.IGNORE ? "y" : "x";
    String spec =
        text + (learner == LearnerKind.BAYES_NET ? ", network: {" + node + ": [label]}}" : "}");

    if (learner.declarable().contains(type)) {
      assertThat(SpecCodec.read("spec.yaml", spec).features().get("x").type()).isEqualTo(type);
    } else {
      assertThatThrownBy(() -> SpecCodec.read("spec.yaml", spec))
          .isInstanceOf(SpecException.class)
          .hasMessageContaining("features.x.type must be ")
          .hasMessageEndingWith(", was '" + type.key() + "'");
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void shouldLearnTheTypesThatTheTableSays(LearnerKind learner, FeatureType type) {
    Learner learned = Learners.create(spec(learner, type));
    for (int i = 0; i < 40; i++) {
      boolean high = i % 4 < 2;
      learned.learn(event(type, high, i), high ? "a" : "b", 1.0, i);
    }

    double high = probability(learned, event(type, true, 0));
    double low = probability(learned, event(type, false, 0));

    assertThat(high != low).as("%s of a, %s", high, low).isEqualTo(learner.learns(type));
    Set<String> names = new TreeSet<>();
    learned.features(names);
    assertThat(names.contains("x"))
        .isEqualTo(learner.learns(type) && learner != LearnerKind.FOREST);
    assertThat(names).isSubsetOf("x");
  }

  private static ModelSpec spec(LearnerKind learner, FeatureType type) {
    ModelSpec.Builder spec = ModelSpec.builder(learner);
    spec.feature(
        "x", type == FeatureType.BINOMIAL ? RandomSmoothing.binomial(3) : FeatureSpec.of(type));
    if (learner == LearnerKind.BAYES_NET) {
      String node = type == FeatureType.IGNORE ? "y" : "x";
      spec.network(new NetworkSpec("label", new TreeMap<>(Map.of(node, List.of("label")))));
    }
    return spec.build();
  }

  /* Numbers fit a binomial feature of three trials, and vary within each class. */
  private static Features event(FeatureType type, boolean high, int i) {
    Features x = new Features();
    return switch (type) {
      case GAUSSIAN, STUDENT_T, BINNED, BINOMIAL, IGNORE ->
          x.number("x", (high ? 2.0 : 0.0) + i % 2);
      case BERNOULLI -> x.truth("x", high);
      case CATEGORICAL -> x.text("x", high ? "up" : "down");
      case MULTINOMIAL, BERNOULLI_TEXT -> x.tokens("x", List.of(high ? "up" : "down"));
    };
  }

  private static double probability(Learner learner, Features x) {
    Posterior answer = new Posterior();
    learner.predict(x, answer);
    return answer.probabilityOf("a");
  }
}
