package io.bayou.model.logistic;

import io.bayou.model.ExplanationLaws;
import io.bayou.model.FiniteLaws;
import io.bayou.model.PartialLaws;
import io.bayou.model.PredictionLaws;
import io.bayou.model.RetractLaws;
import io.bayou.model.Sample;
import io.bayou.model.StateLaws;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.LogisticSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The laws of learners that logistic regression keeps. What an example adds depends on what was
 * learned before it; so these are not for it, and others say what holds instead: that the sum of
 * parts is the whole to the last digits, that one can take back an example of any age, and that two
 * labels of the same event are equally probable.
 */
class LogisticLawsTest
    implements PredictionLaws, StateLaws, PartialLaws, RetractLaws, ExplanationLaws, FiniteLaws {
  @Override
  public ModelSpec randomSpec(RandomGenerator random) {
    ModelSpec.Builder spec =
        ModelSpec.builder(LearnerKind.LOGISTIC)
            .feature("d1", FeatureType.GAUSSIAN)
            .feature("d2", FeatureType.IGNORE)
            .feature("d3", FeatureType.BERNOULLI)
            .feature(
                "d4",
                new FeatureSpec(
                    FeatureType.CATEGORICAL, List.of("v1", "x", "v2"), Optional.empty()));
    if (random.nextBoolean()) {
      spec.logistic(
          new LogisticSpec(
              StrictMath.pow(10.0, random.nextDouble(-2.0, 4.0)),
              StrictMath.pow(10.0, random.nextDouble(-2.0, 4.0)),
              random.nextBoolean() ? 1.0 : random.nextDouble(0.5, 1.0),
              random.nextBoolean()));
    }
    if (random.nextInt(4) == 0) {
      spec.basis(Basis.QUADRATIC);
    }
    if (random.nextInt(3) == 0) {
      spec.halfLifeMillis(random.nextLong(1, 100_000));
    }
    if (random.nextInt(5) == 0) {
      spec.limits(new Limits(random.nextInt(1, 4), random.nextInt(1, 6), 3, 10));
    }
    return spec.build();
  }

  /** Bugs in coordinates showed in one case of a hundred, or of two thousand. */
  @Override
  public int runs() {
    return 500;
  }

  /**
   * The weights solve a linear system, and lose as many digits as its condition number has. Its
   * largest eigenvalue grows with the weight of the examples, its smallest is the prior's: 1 /
   * variance. Inputs of many deviations, as products are, add two more digits.
   */
  @Override
  public double mergeTolerance(ModelSpec spec, List<Sample> samples) {
    double weight = samples.stream().mapToDouble(Sample::weight).sum();
    double variance = Math.max(spec.logistic().variance(), spec.logistic().intercept());
    return Math.max(mergeTolerance(), 1e-14 * (1.0 + weight * variance));
  }

  @Override
  public void shouldBeAsIfWhatIsRetractedNeverWas() {}

  @Override
  public void shouldGiveATieToTheFirstLabel() {}
}
