package io.bayou.model.discriminant;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Features;
import io.bayou.model.LearnerContract;
import io.bayou.model.Refusals;
import io.bayou.model.Refusals.Reason;
import io.bayou.model.spec.Basis;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.Limits;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuadraticBasisTest {
  private final Refusals refusals = new Refusals();

  @Test
  void shouldAddSquaresAndProductsOfNumbers() {
    Features x = new Features().number("b", 3.0).text("c", "red").number("a", 2.0);

    assertThat(expanded(ModelSpec.of(LearnerKind.LDA), x))
        .containsExactlyInAnyOrder("a=2.0", "b=3.0", "c=red", "a^2=4.0", "b^2=9.0", "a*b=6.0");
  }

  @Test
  void shouldPassOverMissingNumbers() {
    Features x = new Features().number("a", Double.NaN).number("b", 3.0).missing("c");

    assertThat(expanded(ModelSpec.of(LearnerKind.LDA), x))
        .containsExactlyInAnyOrder("a=NaN", "b=3.0", "c=NaN", "b^2=9.0");
  }

  @Test
  void shouldMultiplyOnlyAsManyAsThereIsRoomFor() {
    Limits limits = new Limits(10, 4, 10, 10);
    ModelSpec spec = ModelSpec.builder(LearnerKind.LDA).limits(limits).build();
    Features x = new Features().number("c", 5.0).number("b", 3.0).number("a", 2.0);

    assertThat(expanded(spec, x)).containsExactlyInAnyOrder("a=2.0", "b=3.0", "c=5.0", "a^2=4.0");
    assertThat(refusals.of(Reason.TOO_MANY_FEATURES)).isEqualTo(1);
  }

  private List<String> expanded(ModelSpec spec, Features x) {
    Features out = new QuadraticBasis(spec, refusals).expand(x);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < out.size(); i++) {
      boolean text = out.kind(i) == Features.Kind.TEXT;
      values.add(out.name(i) + "=" + (text ? out.text(i) : out.number(i)));
    }
    return values;
  }

  @Nested
  class Laws implements LearnerContract {
    @Override
    public ModelSpec randomSpec(RandomGenerator random) {
      return ModelSpec.builder(LearnerKind.LDA).basis(Basis.QUADRATIC).build();
    }

    @Override
    public double mergeTolerance() {
      return 1e-5;
    }

    @Override
    public double retractTolerance() {
      return 1e-4;
    }
  }
}
