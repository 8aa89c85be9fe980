package io.bayou.codec.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.prediction.PredictionEncoder.Format;
import io.bayou.model.Answer;
import io.bayou.model.Explanation;
import io.bayou.model.Posterior;
import io.bayou.model.Prediction;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A prediction fits into a message, whatever the model. */
class PredictionBoundTest {
  private static final String SIX_BYTES_EACH = "\u0001".repeat(240);

  private final PredictionDecoder decoder = new PredictionDecoder();

  @ParameterizedTest
  @EnumSource
  void shouldKeepTheMostProbableOfManyClasses(Format format) {
    Answer answer = answer(6_000, SIX_BYTES_EACH);

    byte[] bytes = PredictionEncoder.of(format).encode(answer);
    Prediction read = decoder.decode(bytes);

    assertThat(bytes.length)
        .isBetween(PredictionEncoder.MAX_BYTES / 8, PredictionEncoder.MAX_BYTES);
    assertThat(read.flags()).contains("TRUNCATED");
    assertThat(read.posterior()).containsKey(read.label().orElseThrow()).hasSizeLessThan(6_000);
    double sum = read.posterior().values().stream().mapToDouble(p -> p).sum();
    assertThat(sum + read.otherProbability()).isCloseTo(1.0, within(1e-9));
    double least = read.posterior().values().stream().mapToDouble(p -> p).min().orElseThrow();
    Posterior whole = answer.posterior();
    for (int c = 0; c < whole.size(); c++) {
      if (!read.posterior().containsKey(whole.label(c))) {
        assertThat(whole.probability(c)).isLessThanOrEqualTo(least);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFillTheMessageWithOrdinaryLabels(Format format) {
    byte[] bytes = PredictionEncoder.of(format).encode(answer(6_000, "x".repeat(200)));

    assertThat(bytes.length)
        .isBetween(PredictionEncoder.MAX_BYTES * 4 / 5, PredictionEncoder.MAX_BYTES);
  }

  @ParameterizedTest
  @EnumSource
  void shouldLeaveOutTheExplanationFirst(Format format) {
    Answer answer = answer(100, SIX_BYTES_EACH);
    SortedMap<String, Double> contributions = new TreeMap<>();
    for (int i = 0; i < 5_000; i++) {
      contributions.put("x".repeat(250) + i, 0.5);
    }
    answer.setExplanation(new Explanation("a", "b", 0.0, contributions));

    byte[] bytes = PredictionEncoder.of(format).encode(answer);
    Prediction read = decoder.decode(bytes);

    assertThat(bytes.length).isLessThanOrEqualTo(PredictionEncoder.MAX_BYTES);
    assertThat(read.flags()).contains("TRUNCATED");
    assertThat(read.contributions()).isEmpty();
    assertThat(read.posterior()).hasSize(100);
    assertThat(read.otherProbability()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCutAnIdThatWouldFillTheMessage(Format format) {
    Answer answer = answer(2_000, SIX_BYTES_EACH);
    answer.begin("\u0001".repeat(1_000_000), 5, "m", 1);

    byte[] bytes = PredictionEncoder.of(format).encode(answer);

    assertThat(bytes.length).isLessThanOrEqualTo(PredictionEncoder.MAX_BYTES);
    assertThat(decoder.decode(bytes).id()).hasSize(1_000);
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotTouchAnOrdinaryAnswer(Format format) {
    Answer answer = answer(1_000, "class-");

    Prediction read = decoder.decode(PredictionEncoder.of(format).encode(answer));

    assertThat(read.flags()).isEmpty();
    assertThat(read.posterior()).hasSize(1_000);
    assertThat(read.otherProbability()).isZero();
  }

  /** After a large answer the next one is whole again. */
  @ParameterizedTest
  @EnumSource
  void shouldForgetWhatItCut(Format format) {
    PredictionEncoder encoder = PredictionEncoder.of(format);
    encoder.encode(answer(6_000, SIX_BYTES_EACH));

    Prediction read = decoder.decode(encoder.encode(answer(3, "c")));

    assertThat(read.posterior()).hasSize(3);
    assertThat(read.flags()).isEmpty();
  }

  private static Answer answer(int classes, String prefix) {
    Answer answer = new Answer();
    answer.begin("e1", 5, "m", 1);
    answer.setLearnedTo(new TreeMap<>(Map.of("labeled-0", 7L)));
    String[] labels = new String[classes];
    Arrays.setAll(labels, c -> prefix + (100_000 + c));
    answer.posterior().begin(labels);
    for (int c = 0; c < classes; c++) {
      answer.posterior().set(c, -1.0, -((c * 7_919L) % classes) / 1_000.0);
    }
    answer.posterior().finish();
    return answer;
  }
}
