package io.bayou.model.naive;

import io.bayou.model.LearnerContract;
import io.bayou.model.RandomSmoothing;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of learners on naive Bayes with texts. */
class TextLawsTest {
  /** How many texts lack a token is a difference, and loses digits where nearly all have it. */
  private interface Presence extends LearnerContract {
    @Override
    default double mergeTolerance() {
      return 1e-9;
    }
  }

  @Nested
  class WithFrequencies implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return spec(random, FeatureType.MULTINOMIAL, Variant.STANDARD).build();
    }
  }

  @Nested
  class WithPresence implements Presence {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return spec(random, FeatureType.BERNOULLI_TEXT, Variant.STANDARD).build();
    }
  }

  @Nested
  class WithComplements implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Variant variant = random.nextBoolean() ? Variant.COMPLEMENT : Variant.COMPLEMENT_NORM;
      return spec(random, FeatureType.MULTINOMIAL, variant).build();
    }
  }

  @Nested
  class WithANarrowVocabulary implements Presence {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      FeatureType type =
          random.nextBoolean() ? FeatureType.MULTINOMIAL : FeatureType.BERNOULLI_TEXT;
      Limits limits = new Limits(3, 10, 10, random.nextInt(1, 12));
      return spec(random, type, Variant.STANDARD).limits(limits).build();
    }
  }

  @Nested
  class WithAHalfLife implements Presence {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      FeatureType type =
          random.nextBoolean() ? FeatureType.MULTINOMIAL : FeatureType.BERNOULLI_TEXT;
      ModelSpec.Builder spec = spec(random, type, Variant.STANDARD);
      return spec.halfLifeMillis(random.nextLong(1, 100_000)).build();
    }
  }

  @Nested
  class WithEverything implements Presence {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      ModelSpec.Builder spec = spec(random, FeatureType.MULTINOMIAL, Variant.STANDARD);
      spec.feature("d2", FeatureType.GAUSSIAN).feature("d3", FeatureType.CATEGORICAL);
      spec.feature("d4", feature(random, FeatureType.BERNOULLI_TEXT, Variant.STANDARD));
      if (random.nextBoolean()) {
        spec.estimate(Estimate.values()[random.nextInt(Estimate.values().length)]);
      }
      return spec.build();
    }
  }

  private static ModelSpec.Builder spec(RandomGenerator random, FeatureType type, Variant variant) {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature("d1", feature(random, type, variant))
        .smoothing(RandomSmoothing.any(random));
  }

  private static FeatureSpec feature(RandomGenerator random, FeatureType type, Variant variant) {
    TextSpec text =
        new TextSpec(
            random.nextInt(4) > 0 ? Optional.empty() : Optional.of("[a-z0-9]{2,}"),
            random.nextBoolean(),
            random.nextBoolean() ? Optional.empty() : Optional.of(Language.EN),
            random.nextBoolean() ? Optional.empty() : Optional.of(Language.EN),
            random.nextInt(1, 4),
            random.nextInt(4) > 0 ? OptionalInt.empty() : OptionalInt.of(4),
            variant);
    boolean open = text.hash().isPresent() || random.nextInt(3) > 0;
    List<String> values = open ? List.of() : List.of("w1", "t3", "zz");
    return RandomSmoothing.with(new FeatureSpec(type, values, Optional.empty(), text), random);
  }
}
