package io.bayou.codec.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key is read, kept and written for every learner that it concerns, and for no other. */
class SpecKeysTest {
  /** By key, a value that is not the default. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("basis", "quadratic"),
          Map.entry("bins", "{auto: 20, edges: {a: [0, 1.5]}}"),
          Map.entry("calibrate", "temperature"),
          Map.entry("class", "species"),
          Map.entry("classes", "[legit, fraud]"),
          Map.entry("compat", "sklearn"),
          Map.entry("covariance", "{prior: common}"),
          Map.entry("decide", "{costs: {a: {b: 50}}, reject: 2, thresholds: {a: 0.2}}"),
          Map.entry("decision", "map-hypothesis"),
          Map.entry("estimate", "map"),
          Map.entry("features", "{a: ignore}"),
          Map.entry("forest", "{trees: 3}"),
          Map.entry("forgetting", "0.5"),
          Map.entry("half-life", "1h"),
          Map.entry("hidden", "[b], features: {b: bernoulli}"),
          Map.entry("input", "{topics: payments, id: ref, features: {a: order.total}}"),
          Map.entry("labels", "{topics: [returns], id: ref, label: {path: o, map: {R: yes}}}"),
          Map.entry("lags", "2"),
          Map.entry("limits", "{classes: 7}"),
          Map.entry("logistic", "{variance: 3}"),
          Map.entry("members", "[lda]"),
          Map.entry("network", "{b: []}"),
          Map.entry("novelty", "0.001"),
          Map.entry("on-drift", "shadow"),
          Map.entry("prior", "empirical"),
          Map.entry("review", "{per-hour: 20, margin: 0.1}"),
          Map.entry("scope", "{key: customer, strength: 50, idle: 90d}"),
          Map.entry("sets", "{coverage: 0.9}"),
          Map.entry("smoothing", "0.5"),
          Map.entry("tables", "{b: {'': {u: 1}}}"),
          Map.entry("unknown", "none"),
          Map.entry("variance", "sample"));

  static Stream<Arguments> keysAndLearners() {
    return SpecKeys.ALL.stream()
        .filter(key -> !key.name().equals("learner"))
        .flatMap(key -> Arrays.stream(LearnerKind.values()).map(l -> Arguments.of(key, l)));
  }

  @ParameterizedTest
  @MethodSource("keysAndLearners")
  void shouldKeepWhatConcernsTheLearner(SpecKey key, LearnerKind learner) {
    String network =
        learner == LearnerKind.BAYES_NET && !key.name().equals("network")
            ? ", network: {b: []}"
            : "";
    String start = "{learner: " + learner.key() + network;
    assertThat(VALUES).containsKey(key.name());
    String text = start + ", " + key.name() + ": " + VALUES.get(key.name()) + "}";
    if (!key.learners().contains(learner)) {
      assertThatThrownBy(() -> SpecCodec.read("spec.yaml", text))
          .isInstanceOf(SpecException.class)
          .hasMessageStartingWith(
              "spec.yaml:1: " + key.name() + " does not concern " + learner.key() + ", only ");
      return;
    }

    ModelSpec spec = SpecCodec.read("spec.yaml", text);

    ModelSpec without =
        network.isEmpty() ? ModelSpec.of(learner) : SpecCodec.read("spec.yaml", start + "}");
    assertThat(spec).isNotEqualTo(without);
    assertThat(SpecCodec.read("again", SpecCodec.write(spec))).isEqualTo(spec);
  }

  @Test
  void shouldHaveAnExampleOfEveryKeyAndOneSentenceAboutIt() {
    assertThat(VALUES.keySet())
        .containsExactlyInAnyOrderElementsOf(
            SpecKeys.names().stream().filter(name -> !name.equals("learner")).toList());
    assertThat(SpecKeys.ALL).allSatisfy(key -> assertThat(key.summary()).matches("[A-Z][^.]*\\."));
  }
}
