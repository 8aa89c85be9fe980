package io.bayou.model.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Learner;
import io.bayou.model.QueryableLearner;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What some learners can do and others cannot. */
class LearnersTest {
  private static Learner learner(String kind) {
    return Learners.create(SpecCodec.read("spec", "learner: " + kind));
  }

  @ParameterizedTest
  @CsvSource({"naive-bayes, logistic", "logistic, no-change", "no-change, lda", "lda, naive-bayes"})
  void shouldNotMergeWithAnotherKind(String one, String other) {
    Learner learner = learner(one);
    Learner stranger = learner(other);
    assertThatThrownBy(() -> learner.merge(stranger))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(one + " cannot merge with " + other);
  }

  @Test
  void shouldAskOnlyNetworksForNodes() {
    Learner network = learner("tan");
    assertThat(QueryableLearner.of(network, "a")).isSameAs(network);
    assertThatThrownBy(() -> QueryableLearner.of(learner("lda"), "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lda has no node 'a' that could be asked for; bayes-net and tan have nodes");
  }

  @Test
  void shouldHaveNoHypothesesUnlessItAverages() {
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner("majority"), weights);
    assertThat(weights).isEmpty();
  }
}
