package io.bayou.model.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.Oracle;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.AverageSpec.Decision;
import io.bayou.model.spec.AverageSpec.Member;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Hypotheses weighed by hand, in fractions: candy bags, the Bayes-optimal answer against that of
 * the most probable hypothesis, and the average of three models.
 *
 * <p>A hypothesis with fixed probabilities is a {@code majority} with a fixed prior.
 */
class HypothesisOracleTest {
  private final Oracle oracle = Oracle.load("ex_bayes_updates");

  @Test
  void shouldWeighCandyBags() {
    for (Oracle step : oracle.get("candy").get("after_limes").list()) {
      Learner bags = bags(Decision.BAYES_OPTIMAL);
      Learner map = bags(Decision.MAP_HYPOTHESIS);
      for (int i = 0; i < step.get("limes").integer(); i++) {
        learn("lime", bags, map);
      }
      assertWeights(bags, step.get("posterior"));
      assertThat(lime(bags)).isCloseTo(number(step.get("predict_next_lime")), within(1e-12));
      if (step.has("map_predict")) {
        assertThat(lime(map)).isCloseTo(number(step.get("map_predict")), within(1e-12));
      }
    }
  }

  @Test
  void shouldWeighCandyBagsOnPartitionsThatSawOneLimeEach() {
    Learner sum = bags(Decision.BAYES_OPTIMAL);
    for (int partition = 0; partition < 4; partition++) {
      Learner partial = bags(Decision.BAYES_OPTIMAL);
      if (partition < 3) {
        learn("lime", partial);
      }
      sum.merge(partial);
    }
    assertThat(lime(sum)).isCloseTo(121.0 / 152.0, within(1e-12));
  }

  /* A bag of cherries alone need not say that it has no limes. */
  @Test
  void shouldExcludeWhatAFixedPriorDoesNotList() {
    Learner bags =
        average(
            List.of(
                member(0, 0.5, Map.of("cherry", 1.0)),
                member(1, 0.5, Map.of("cherry", 0.25, "lime", 0.75))),
            Decision.BAYES_OPTIMAL);

    learn("lime", bags);

    assertThat(lime(bags)).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void shouldWeighCandyBagsByWhateverComes() {
    Learner bags = bags(Decision.BAYES_OPTIMAL);
    for (Oracle step : oracle.get("candy").get("mixed_sequence").list()) {
      learn(step.get("obs").text().equals("L") ? "lime" : "cherry", bags);
      assertWeights(bags, step.get("posterior"));
      assertThat(lime(bags)).isCloseTo(number(step.get("predict_next_lime")), within(1e-12));
    }
  }

  @Test
  void shouldDifferFromTheMostProbableHypothesis() {
    Oracle example = oracle.get("mitchell_bayes_optimal");
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      double plus = example.get("p_plus_given_h").numbers()[i];
      double weight = number(example.get("hypothesis_posterior").list().get(i));
      members.add(member(i, weight, Map.of("+", plus, "-", 1.0 - plus)));
    }
    Learner optimal = average(members, Decision.BAYES_OPTIMAL);
    Learner map = average(members, Decision.MAP_HYPOTHESIS);

    Posterior answer = optimal.predict(new Features());
    assertThat(answer.probabilityOf("-")).isCloseTo(number(example.get("p_minus")), within(1e-12));
    assertThat(answer.label(answer.best())).isEqualTo(example.get("bayes_optimal_says").text());
    Posterior byMap = map.predict(new Features());
    assertThat(byMap.label(byMap.best())).isEqualTo(example.get("map_says").text());
  }

  @Test
  void shouldAverageModels() {
    HypothesisWeights weights = new HypothesisWeights(new double[] {1, 1, 1}, 1.0);
    for (Oracle step : oracle.get("bma").list()) {
      double[] logs = new double[3];
      double mixture = 0.0;
      for (int i = 0; i < 3; i++) {
        double p = number(step.get("prob_of_true_label_by_model").list().get(i));
        mixture += weights.weight(i) * p;
        logs[i] = StrictMath.log(p);
      }
      assertThat(mixture).isCloseTo(number(step.get("mixture_prob_before_update")), within(1e-14));
      weights.observe(logs, 1.0);
      for (int i = 0; i < 3; i++) {
        assertThat(weights.weight(i))
            .isCloseTo(number(step.get("weights_after").list().get(i)), within(1e-14));
      }
    }
  }

  private Learner bags(Decision decision) {
    List<Member> members = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      double lime = number(oracle.get("candy").get("lime_likelihood").list().get(i));
      double prior = number(oracle.get("candy").get("prior").list().get(i));
      members.add(member(i, prior, Map.of("lime", lime, "cherry", 1.0 - lime)));
    }
    return average(members, decision);
  }

  private static Member member(int i, double weight, Map<String, Double> probabilities) {
    Prior fixed = new Prior.Fixed(new TreeMap<>(probabilities));
    return new Member(
        "h" + i, weight, ModelSpec.builder(LearnerKind.MAJORITY).prior(fixed).build());
  }

  private static Learner average(List<Member> members, Decision decision) {
    AverageSpec average = new AverageSpec(members, 1.0, decision);
    return Learners.create(ModelSpec.builder(LearnerKind.AVERAGE).average(average).build());
  }

  private static void learn(String label, Learner... learners) {
    for (Learner learner : learners) {
      learner.learn(new Features(), label, 1.0, 0);
    }
  }

  private static double lime(Learner learner) {
    return learner.predict(new Features()).probabilityOf("lime");
  }

  private static void assertWeights(Learner learner, Oracle expected) {
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);
    for (int i = 0; i < expected.list().size(); i++) {
      assertThat(weights.get("h" + i)).isCloseTo(number(expected.list().get(i)), within(1e-12));
    }
  }

  private static double number(Oracle node) {
    return node.get("double").number();
  }
}
