package io.bayou.model.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.Served;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServedScoreTest {
  private final PrequentialScore score = new PrequentialScore(10, 2);

  private void score(String label, Served served) {
    Example example = new Example(new Features());
    example.setLabel(label);
    example.setServed(served);
    score.add(new Posterior(), example);
  }

  private static Served served(int version, double a, double b) {
    return new Served(
        version, Optional.of(a >= b ? "a" : "b"), new TreeMap<>(Map.of("a", a, "b", b)));
  }

  @Test
  void shouldScoreTheAnswerThatWasServed() {
    score("a", served(2, 0.8, 0.2));
    score("a", served(2, 0.4, 0.6));

    ServedScores scores = score.served();
    assertThat(scores.instances()).isEqualTo(2.0);
    assertThat(scores.accuracy()).isEqualTo(0.5);
    assertThat(scores.meanLogLoss()).isCloseTo(-(Math.log(0.8) + Math.log(0.4)) / 2, within(1e-15));
    assertThat(scores.meanBrier()).isCloseTo((0.08 + 0.72) / 2, within(1e-15));
    assertThat(score.servedFading().instances()).isCloseTo(1.999, within(1e-12));
    assertThat(score.cumulative().correct()).as("predicted now, it knows nothing").isZero();
  }

  @Test
  void shouldLeaveOutTheAnswersOfOtherVersions() {
    score("a", served(1, 0.8, 0.2));
    score("a", null);

    assertThat(score.served()).isEqualTo(ServedScores.NONE);
    assertThat(score.cumulative().instances()).isEqualTo(2.0);
  }

  @Test
  void shouldBeSurprisedByAClassThatWasUnknown() {
    score("c", served(2, 0.5, 0.5));
    score("a", new Served(2, Optional.empty(), new TreeMap<>()));

    assertThat(score.served().logLoss())
        .as("1/(0 + 2 + 1), then 1/(1 + 0 + 1)")
        .isCloseTo(Math.log(3) + Math.log(2), within(1e-15));
    assertThat(score.served().correct()).isZero();
  }

  @Test
  void shouldLeaveOutAnAnswerWhosePosteriorWasNotKept() {
    score("a", new Served(2, Optional.of("a"), new TreeMap<>()));

    assertThat(score.served()).isEqualTo(ServedScores.NONE);
  }
}
