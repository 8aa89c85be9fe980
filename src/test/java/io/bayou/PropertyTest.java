package io.bayou;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PropertyTest {
  @Test
  void shouldDrawTheSameCasesInEveryRun() {
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    Property.forAll(7, 20, random -> first.add(random.nextLong()));
    Property.forAll(7, 20, random -> second.add(random.nextLong()));
    assertThat(first).hasSize(20).doesNotHaveDuplicates().isEqualTo(second);
  }

  @Test
  void shouldNameTheSeedThatFailed() {
    List<Long> drawn = new ArrayList<>();
    Property.Case fourthFails =
        random -> {
          drawn.add(random.nextLong());
          assertThat(drawn).hasSizeLessThan(4);
        };
    assertThatThrownBy(() -> Property.forAll(7, 20, fourthFails))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("case 4 of 20")
        .hasMessageContaining("-Dprop.seed=10 -Dprop.runs=1");

    List<Long> repeated = new ArrayList<>();
    Property.forAll(10, 1, random -> repeated.add(random.nextLong()));
    assertThat(repeated).containsExactly(drawn.get(3));
  }

  @Test
  void shouldReportExceptionsLikeFailures() {
    assertThatThrownBy(
            () ->
                Property.forAll(
                    1,
                    1,
                    random -> {
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("broken")
        .hasCauseInstanceOf(IllegalStateException.class);
  }
}
