package io.bayou.model.logistic;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.FiniteLaws;
import io.bayou.model.PartialLaws;
import io.bayou.model.PredictionLaws;
import io.bayou.model.RetractLaws;
import io.bayou.model.StateLaws;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.TextSpec.Language;
import io.bayou.model.spec.TextSpec.Variant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

/** The laws of {@link LogisticLawsTest} on texts and on features with very many values. */
class TextLogisticLawsTest {
  private interface Laws
      extends PredictionLaws, StateLaws, PartialLaws, RetractLaws, ExplanationLaws, FiniteLaws {
    @Override
    default int runs() {
      return 100;
    }

    @Override
    default void shouldBeAsIfWhatIsRetractedNeverWas() {}

    @Override
    default void shouldGiveATieToTheFirstLabel() {}
  }

  @Nested
  class WithAVocabulary implements Laws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return spec(random).feature("d1", text(random, OptionalInt.empty())).build();
    }
  }

  @Nested
  class WithHashes implements Laws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      OptionalInt bits = OptionalInt.of(random.nextInt(1, 8));
      return spec(random).feature("d1", text(random, bits)).build();
    }
  }

  @Nested
  class WithANarrowVocabulary implements Laws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      Limits limits = new Limits(3, 10, 10, random.nextInt(1, 12));
      FeatureSpec text = text(random, OptionalInt.empty());
      return spec(random).feature("d1", text).limits(limits).build();
    }
  }

  @Nested
  class WithAHalfLife implements Laws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      FeatureSpec text = text(random, OptionalInt.empty());
      long halfLife = random.nextLong(1, 100_000);
      return spec(random).feature("d1", text).halfLifeMillis(halfLife).build();
    }
  }

  @Nested
  class WithEverything implements Laws {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return spec(random)
          .feature("d1", text(random, OptionalInt.empty()))
          .feature("d3", FeatureType.CATEGORICAL)
          .feature("d4", text(random, OptionalInt.of(4)))
          .build();
    }
  }

  /* Forgets everything, fast, slowly or nothing. Some numbers of the stream have a spread of 1e-13 of
   * themselves, which costs digits: only texts and categories are used. */
  private static ModelSpec.Builder spec(RandomGenerator random) {
    ModelSpec.Builder spec = ModelSpec.builder(LearnerKind.LOGISTIC);
    for (int i = 1; i <= 5; i++) {
      spec.feature("u" + i, random.nextInt(3) == 0 ? FeatureType.CATEGORICAL : FeatureType.IGNORE);
    }
    if (random.nextInt(4) > 0) {
      double[] forgetting = {1.0, 0.998, random.nextDouble(0.5, 1.0), 1e-30};
      spec.logistic(
          new LogisticSpec(
              StrictMath.pow(10.0, random.nextDouble(-2.0, 4.0)),
              StrictMath.pow(10.0, random.nextDouble(-2.0, 4.0)),
              forgetting[random.nextInt(forgetting.length)],
              random.nextBoolean()));
    }
    return spec;
  }

  private static FeatureSpec text(RandomGenerator random, OptionalInt hash) {
    FeatureType type = random.nextBoolean() ? FeatureType.MULTINOMIAL : FeatureType.BERNOULLI_TEXT;
    TextSpec text =
        new TextSpec(
            random.nextInt(4) > 0 ? Optional.empty() : Optional.of("[a-z0-9]{2,}"),
            random.nextBoolean(),
            random.nextBoolean() ? Optional.empty() : Optional.of(Language.EN),
            random.nextBoolean() ? Optional.empty() : Optional.of(Language.EN),
            random.nextInt(1, 4),
            hash,
            Variant.STANDARD);
    boolean open = hash.isPresent() || random.nextInt(3) > 0;
    List<String> values = open ? List.of() : List.of("w1", "t3", "zz");
    return new FeatureSpec(type, values, Optional.empty(), text);
  }
}
