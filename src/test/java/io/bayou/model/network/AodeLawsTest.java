package io.bayou.model.network;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.LearnerContract;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.Prior;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The laws of averaged one-dependence estimators. */
class AodeLawsTest {
  @Nested
  class WithoutASpec implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.of(LearnerKind.AODE);
    }

    /** See {@link #shouldGiveTheValuesOfAllFeaturesProbabilitiesThatSumToOne}. */
    @Override
    public void shouldGiveTheValuesOfAFeatureProbabilitiesThatSumToOne() {}
  }

  @Nested
  class WithASpec implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.AODE);
      spec.feature("d1", FeatureType.BERNOULLI);
      spec.feature(
          "d2", new FeatureSpec(FeatureType.CATEGORICAL, List.of("v1", "v2"), Optional.empty()));
      spec.feature("d3", binned(random));
      spec.unknown(random.nextBoolean() ? Unknown.NONE : Unknown.RESERVE);
      spec.prior(prior(random));
      if (random.nextInt(3) == 0) {
        spec.halfLifeMillis(random.nextLong(1, 100_000));
      }
      if (random.nextInt(5) == 0 && spec.build().givenClasses().isEmpty()) {
        spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
      }
      return spec.build();
    }

    /** See {@link #shouldGiveTheValuesOfAllFeaturesProbabilitiesThatSumToOne}. */
    @Override
    public void shouldGiveTheValuesOfAFeatureProbabilitiesThatSumToOne() {}
  }

  @Nested
  class WithEdges implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      SortedMap<String, Bins> edges = new TreeMap<>();
      for (int i = 1; i <= 5; i++) {
        edges.put("u" + i, new Bins(List.of(-40.0, -1e-3, 0.0, 0.5 * i, 1e9)));
      }
      return ModelSpec.builder(LearnerKind.AODE).bins(AutoBins.DEFAULT.with(edges)).build();
    }

    /** See {@link #shouldGiveTheValuesOfAllFeaturesProbabilitiesThatSumToOne}. */
    @Override
    public void shouldGiveTheValuesOfAFeatureProbabilitiesThatSumToOne() {}
  }

  private static Prior prior(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Prior.Uniform();
      case 1 -> new Prior.Empirical();
      case 2 -> new Prior.Fixed(new TreeMap<>(Map.of("c0", 0.25, "c1", 0.75)));
      default -> new Prior.Dirichlet(1.0);
    };
  }

  private static FeatureSpec binned(RandomGenerator random) {
    Optional<Bins> bins =
        random.nextBoolean() ? Optional.of(Bins.equalWidth(-50.0, 50.0, 7)) : Optional.empty();
    return new FeatureSpec(
        FeatureType.BINNED,
        List.of(),
        Optional.empty(),
        TextSpec.DEFAULT,
        bins,
        Optional.empty(),
        0);
  }

  /** Over all classes together: a superparent has a joint distribution with the class. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldGiveTheValuesOfAllFeaturesProbabilitiesThatSumToOne(boolean uniform) {
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.AODE)
            .unknown(Unknown.NONE)
            .prior(uniform ? new Prior.Uniform() : new Prior.Dirichlet(1.0))
            .build();
    forAll(
        100,
        random -> {
          Learner learner = Learners.create(spec);
          Set<String> first = new TreeSet<>();
          Set<String> second = new TreeSet<>();
          for (int i = random.nextInt(2, 60); i > 0; i--) {
            String a = "v" + random.nextInt(5);
            String b = "w" + random.nextInt(3);
            first.add(a);
            second.add(b);
            Features x = new Features().text("a", a).text("b", b);
            learner.learn(x, "c" + random.nextInt(3), 1.0, 0);
          }
          double ofOne = 0.0;
          double ofBoth = 0.0;
          for (String a : first) {
            ofOne += evidence(learner, new Features().text("a", a));
            for (String b : second) {
              ofBoth += evidence(learner, new Features().text("a", a).text("b", b));
            }
          }
          assertThat(ofOne).isCloseTo(1.0, within(1e-9));
          assertThat(ofBoth).isCloseTo(1.0, within(1e-9));
        });
  }

  private static double evidence(Learner learner, Features x) {
    return Math.exp(learner.predict(x).logEvidence());
  }
}
