package io.bayou.model;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.network.NodeTypes;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Smoothing;
import io.bayou.model.spec.Unknown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What a learner promises of each feature that takes one of several values: in every class the
 * probabilities of its values, and of the unknown one if there is any, sum to 1.
 */
public interface DistributionLaws extends LearnerLaws {
  @Test
  default void shouldGiveTheValuesOfAFeatureProbabilitiesThatSumToOne() {
    forAll(
        runs(),
        random -> {
          ModelSpec spec = randomSpec(random);
          RandomStream stream = LearnerLaws.anyStream(random, spec);
          Learner learner = newLearner(spec);
          LearnerLaws.someSamples(stream, random).forEach(sample -> sample.learn(learner));
          Values seen = new Values();
          learner.describe(seen);
          Posterior nothing = learner.predict(new Features());
          for (Map.Entry<String, Set<String>> feature : seen.byFeature.entrySet()) {
            double[] sums = sums(learner, feature.getKey(), feature.getValue(), nothing);
            for (int c = 0; c < nothing.size(); c++) {
              double prior = Math.exp(nothing.logJoint(c));
              if (!seen.intervals.contains(feature.getKey()) && !Double.isNaN(sums[c])) {
                assertThat(sums[c])
                    .as("%s in %s, %s", feature.getKey(), nothing.label(c), spec)
                    .isCloseTo(prior, within(1e-9));
              }
            }
          }
        });
  }

  /* For each class, the sum of P(class, value) over the values; NaN where no class says anything, as
   * when all have forgotten what they saw. */
  private static double[] sums(Learner learner, String name, Set<String> seen, Posterior nothing) {
    FeatureSpec feature = feature(learner, name, seen);
    Set<String> values = new TreeSet<>(seen);
    List<Features> events = new ArrayList<>();
    if (feature.type() == FeatureType.BERNOULLI) {
      values.addAll(Set.of("true", "false"));
    } else {
      values.addAll(learner.spec().givenValues(feature));
      if (reserves(learner, feature)) {
        events.add(new Features().text(name, "a value that nobody has seen"));
      }
    }
    values.forEach(value -> events.add(event(name, value)));
    double[] sums = new double[nothing.size()];
    boolean speaks = false;
    for (Features event : events) {
      Posterior answer = learner.predict(event);
      for (int c = 0; c < sums.length; c++) {
        sums[c] += Math.exp(answer.logJoint(c));
        speaks |= answer.logJoint(c) != nothing.logJoint(c);
      }
    }
    if (!speaks) {
      Arrays.fill(sums, Double.NaN);
    }
    return sums;
  }

  private static Features event(String name, String value) {
    return Set.of("true", "false").contains(value)
        ? new Features().truth(name, Boolean.parseBoolean(value))
        : new Features().text(name, value);
  }

  /* In a network a feature that is not declared can have any value. */
  private static FeatureSpec feature(Learner learner, String name, Set<String> seen) {
    boolean network = learner.spec().learner() != LearnerKind.NAIVE_BAYES;
    boolean truth = !network && Set.of("true", "false").containsAll(seen);
    FeatureSpec inferred = FeatureSpec.of(truth ? FeatureType.BERNOULLI : FeatureType.CATEGORICAL);
    return NodeTypes.of(learner.spec()).getOrDefault(name, inferred);
  }

  /* Whether the unknown value has a probability, or says nothing. */
  private static boolean reserves(Learner learner, FeatureSpec feature) {
    ModelSpec spec = learner.spec();
    Smoothing rule = feature.smoothing().orElse(spec.smoothing());
    boolean alike =
        rule instanceof Smoothing.Additive
            || (rule instanceof Smoothing.MEstimate estimate
                && estimate.p() instanceof Smoothing.Share.Equal);
    boolean mle = spec.estimate().filter(e -> e == Estimate.MLE).isPresent();
    return spec.unknown() == Unknown.RESERVE && (alike || mle);
  }

  /** The values that a model holds, by feature, and which of these are intervals. */
  final class Values implements Description {
    private final Map<String, Set<String>> byFeature = new HashMap<>();
    private final Set<String> intervals = new HashSet<>();

    @Override
    public void beginClass(String name, long examples, double weight) {}

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {
      byFeature.computeIfAbsent(feature, name -> new TreeSet<>()).addAll(counts.keySet());
      if (counts.keySet().stream().anyMatch(value -> value.matches("[<\\[>].*"))) {
        intervals.add(feature);
      }
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {}

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {}

    @Override
    public void weight(String feature, String value, double mean, double deviation) {}
  }
}
