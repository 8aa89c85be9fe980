package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.spec.DecideSpec;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DecisionRuleTest {
  private static final SortedMap<String, SortedMap<String, Double>> FRAUD =
      new TreeMap<>(
          Map.of(
              "fraud", new TreeMap<>(Map.of("legit", 50.0)),
              "legit", new TreeMap<>(Map.of("fraud", 1.0))));

  @Test
  void shouldDecideByTheRatioOfTwoCosts() {
    DecisionRule rule = rule(FRAUD, OptionalDouble.empty(), Map.of());

    assertThat(decide(rule, 0.019)).isEqualTo("legit"); // the threshold is 1/51
    assertThat(decide(rule, 0.0197)).isEqualTo("fraud");
    assertThat(rule.cost(answer(0.1), 1)).isCloseTo(5.0, within(1e-12));
    assertThat(rule.cost(answer(0.1), 0)).isCloseTo(0.9, within(1e-12));
    assertThat(rule.paid(answer(0.1), 1, "fraud")).isEqualTo(50.0);
    assertThat(rule.paid(answer(0.1), 1, "new")).isEqualTo(1.0);
  }

  @Test
  void shouldDecideForTheMostProbableClassWithoutCosts() {
    forAll(
        200,
        random -> {
          DecisionRule rule = rule(new TreeMap<>(), OptionalDouble.of(1.0), Map.of());
          Posterior answer = answer(random.nextDouble());

          assertThat(rule.decide(answer)).isEqualTo(answer.best());
        });
  }

  @Test
  void shouldRejectWhatCostsMoreThanAsking() {
    DecisionRule rule = rule(FRAUD, OptionalDouble.of(0.5), Map.of());

    assertThat(decide(rule, 0.3)).isNull(); // blocking costs 0.7
    assertThat(decide(rule, 0.5)).isEqualTo("fraud"); // as much as asking
    assertThat(decide(rule, 0.009)).isEqualTo("legit");
    assertThat(rule.cost(answer(0.3), DecisionRule.REJECTED)).isEqualTo(0.5);
    assertThat(rule.paid(answer(0.3), DecisionRule.REJECTED, "fraud")).isEqualTo(0.5);
  }

  @Test
  void shouldKeepToThresholds() {
    DecisionRule one = rule(new TreeMap<>(), OptionalDouble.empty(), Map.of("fraud", 0.2));
    assertThat(decide(one, 0.19)).isEqualTo("legit");
    assertThat(decide(one, 0.21)).isEqualTo("fraud");
    DecisionRule high = rule(FRAUD, OptionalDouble.empty(), Map.of("fraud", 0.9));
    assertThat(decide(high, 0.8)).isEqualTo("legit"); // whatever it costs

    DecisionRule both =
        rule(new TreeMap<>(), OptionalDouble.of(3.0), Map.of("fraud", 0.3, "legit", 0.9));
    assertThat(decide(both, 0.31)).isEqualTo("fraud");
    assertThat(decide(both, 0.2)).isNull(); // neither
    assertThat(decide(both, 0.05)).isEqualTo("legit");
    DecisionRule without =
        rule(new TreeMap<>(), OptionalDouble.empty(), Map.of("fraud", 0.3, "legit", 0.9));
    assertThat(decide(without, 0.2)).isEqualTo("legit");
    DecisionRule ratio =
        rule(new TreeMap<>(), OptionalDouble.empty(), Map.of("fraud", 0.1, "legit", 0.5));
    assertThat(decide(ratio, 0.2)).isEqualTo("fraud"); // twice its threshold, against 1.6 times
    assertThat(decide(ratio, 0.15)).isEqualTo("legit");
  }

  @Test
  void shouldLeaveTheLabelAsItIs() {
    Answer answer = new Answer();
    answer.begin("tx", 0L, "fraud", 1);
    fill(answer.posterior(), 0.1);

    answer.decide(rule(FRAUD, OptionalDouble.empty(), Map.of()));

    assertThat(answer.posterior().label(answer.posterior().best())).isEqualTo("legit");
    assertThat(answer.decision()).isEqualTo("fraud");
    assertThat(answer.expectedCost()).isCloseTo(0.9, within(1e-12));
    assertThat(answer.posterior().flags()).isEmpty();
    answer.decide(rule(FRAUD, OptionalDouble.of(0.1), Map.of()));
    assertThat(answer.decision()).isNull();
    assertThat(answer.posterior().flags()).containsExactly(Flag.REJECTED);
  }

  @Test
  void shouldDecideNothingWithoutClasses() {
    DecisionRule rule = rule(FRAUD, OptionalDouble.empty(), Map.of());

    assertThat(rule.decide(new Posterior())).isEqualTo(DecisionRule.REJECTED);
    assertThat(rule.paid(new Posterior(), DecisionRule.REJECTED, "fraud")).isEqualTo(1.0);
  }

  @Test
  void shouldRefuseNonsense() {
    refuses(new TreeMap<>(), OptionalDouble.empty(), Map.of(), "give costs, reject or thresholds");
    refuses(
        new TreeMap<>(),
        OptionalDouble.of(-1),
        Map.of(),
        "reject must be finite and >= 0, was -1.0");
    refuses(
        new TreeMap<>(Map.of("a", new TreeMap<>(Map.of("b", Double.NaN)))),
        OptionalDouble.empty(),
        Map.of(),
        "costs must be finite and >= 0, was NaN");
    refuses(
        new TreeMap<>(),
        OptionalDouble.empty(),
        Map.of("a", 0.0),
        "the threshold of 'a' must be above 0 and at most 1, was 0.0");
  }

  private static void refuses(
      SortedMap<String, SortedMap<String, Double>> costs,
      OptionalDouble reject,
      Map<String, Double> thresholds,
      String message) {
    assertThatThrownBy(() -> rule(costs, reject, thresholds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static DecisionRule rule(
      SortedMap<String, SortedMap<String, Double>> costs,
      OptionalDouble reject,
      Map<String, Double> thresholds) {
    return new DecisionRule(new DecideSpec(costs, reject, new TreeMap<>(thresholds)));
  }

  private static String decide(DecisionRule rule, double fraud) {
    Posterior answer = answer(fraud);
    int decision = rule.decide(answer);
    return decision == DecisionRule.REJECTED ? null : answer.label(decision);
  }

  private static Posterior answer(double fraud) {
    Posterior answer = new Posterior();
    fill(answer, fraud);
    return answer;
  }

  private static void fill(Posterior answer, double fraud) {
    answer.begin(new String[] {"fraud", "legit"});
    answer.set(0, 0.0, Math.log(fraud));
    answer.set(1, 0.0, Math.log1p(-fraud));
    answer.finish();
  }
}
