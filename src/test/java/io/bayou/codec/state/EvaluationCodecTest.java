package io.bayou.codec.state;

import static io.bayou.Property.forAll;
import static io.bayou.codec.avro.GeneratedClasses.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bayou.avro.CalibrationBin;
import io.bayou.avro.ProbabilityCell;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.eval.ActionScores;
import io.bayou.model.eval.ClassScores;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.RawScores;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EvaluationCodecTest {
  private static final io.bayou.avro.ActionScores NO_ACTIONS =
      new io.bayou.avro.ActionScores(0.0, 0.0, 0.0, 0.0);

  private static final io.bayou.avro.RawScores NOT_RAW =
      new io.bayou.avro.RawScores(0.0, List.of());

  private final EvaluationCodec codec = new EvaluationCodec();

  @Test
  void shouldReadBackWhatItWrote() {
    forAll(
        300,
        random -> {
          Evaluation evaluation = randomEvaluation(random, random.nextInt(12));
          assertThat(codec.decode(codec.encode(evaluation))).isEqualTo(evaluation);
        });
  }

  @Test
  void shouldBeReadableByTheGeneratedClass() {
    Evaluation evaluation = randomEvaluation(new SplittableRandom(1), 3);

    byte[] bytes = codec.encode(evaluation);
    io.bayou.avro.Evaluation read =
        trusted(() -> io.bayou.avro.Evaluation.fromByteBuffer(ByteBuffer.wrap(bytes)));

    assertThat(read.getModel()).isEqualTo("spam");
    assertThat(read.getSource()).isEqualTo("labeled-0");
    assertThat(read.getCumulative().getInstances()).isEqualTo(evaluation.cumulative().instances());
    assertThat(read.getFading().getConfusion()).isEqualTo(evaluation.fading().confusion());
  }

  @Test
  void shouldRefuseWhatIsNoEvaluation() {
    refuses(io.bayou.avro.Evaluation.newBuilder(), "an evaluation must name its model");
    refuses(named().setVersion(0), "versions count from 1, was 0");
    refuses(cumulative(-1.0, 0.0, Map.of(), List.of()), "instances is -1.0");
    refuses(cumulative(Double.NaN, 0.0, Map.of(), List.of()), "instances is NaN");
    refuses(cumulative(1.0, Double.POSITIVE_INFINITY, Map.of(), List.of()), "logLoss is Infinity");
    refuses(
        cumulative(1.0, 0.0, Map.of("a", Map.of("b", -0.5)), List.of()),
        "a cell of the confusion matrix is -0.5");
    refuses(
        cumulative(1.0, 0.0, Map.of(), List.of(new CalibrationBin(0.0, 0.0, 0.0))),
        "it has 1 calibration bins, this build has 10");
    refuses(
        cumulative(1.0, 0.0, Map.of(), Collections.nCopies(10, new CalibrationBin(0.0, 0.0, -1.0))),
        "a bin's correct is -1.0");
    refuses(classes(0.0, new ProbabilityCell(-129, 1.0, 1.0)), "cell -129 is out of order");
    refuses(classes(0.0, new ProbabilityCell(129, 1.0, 1.0)), "cell 129 is out of order");
    refuses(classes(0.0, new ProbabilityCell(1, 1.0, -1.0)), "a cell's others is -1.0");
    refuses(classes(Double.NaN), "the logLoss of a class is NaN");
    refuses(raw(Double.NaN, List.of()), "the logLoss before calibration is NaN");
    refuses(
        raw(0.0, List.of(new CalibrationBin(0.0, 0.0, 0.0))),
        "it has 1 calibration bins, this build has 10");
    refuses(
        classes(0.0, new ProbabilityCell(2, 1.0, 1.0), new ProbabilityCell(2, 1.0, 1.0)),
        "cell 2 is out of order");
  }

  @Test
  void shouldRefuseBytesThatAreCutOff() {
    byte[] bytes = codec.encode(randomEvaluation(new SplittableRandom(2), 4));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(BadRecordException.class);
    }
  }

  @Test
  void shouldCutALargeOneIntoPartsThatAddUp() {
    forAll(
        100,
        random -> {
          Evaluation whole = randomEvaluation(random, random.nextInt(30));
          int limit = 10_000 + random.nextInt(20_000); // a class is not cut

          List<Evaluation> parts = EvaluationParts.of(whole, limit);

          Evaluation sum = parts.stream().reduce(Evaluation::merge).orElseThrow();
          assertThat(sum.cumulative().confusion()).isEqualTo(whole.cumulative().confusion());
          assertThat(sum.fading().confusion()).isEqualTo(whole.fading().confusion());
          assertThat(sum.cumulative().classes()).isEqualTo(whole.cumulative().classes());
          assertThat(sum.fading().classes()).isEqualTo(whole.fading().classes());
          assertThat(sum.cumulative().actions()).isEqualTo(whole.cumulative().actions());
          assertThat(sum.cumulative().raw()).isEqualTo(whole.cumulative().raw());
          assertThat(sum.cumulative().logLoss()).isEqualTo(whole.cumulative().logLoss());
          assertThat(sum.fading().kappa()).isCloseTo(whole.fading().kappa(), within(1e-12));
          int sums = codec.encode(EvaluationParts.of(empty(whole), 1).get(0)).length;
          assertThat(parts)
              .allSatisfy(part -> assertThat(codec.encode(part).length).isLessThan(sums + limit));
        });
  }

  /* The same sums without a confusion matrix: what every first part takes up at least. */
  private static Evaluation empty(Evaluation whole) {
    return new Evaluation(
        whole.model(),
        whole.version(),
        whole.source(),
        whole.cumulative().with(new TreeMap<>(), new TreeMap<>()),
        whole.fading().with(new TreeMap<>(), new TreeMap<>()),
        whole.comparison(),
        whole.time());
  }

  private static io.bayou.avro.Evaluation.Builder named() {
    return io.bayou.avro.Evaluation.newBuilder().setModel("spam");
  }

  private static io.bayou.avro.Evaluation.Builder cumulative(
      double instances,
      double logLoss,
      Map<String, Map<String, Double>> confusion,
      List<CalibrationBin> bins) {
    return named()
        .setCumulative(
            new io.bayou.avro.Scores(
                instances,
                0.0,
                logLoss,
                0.0,
                0.0,
                0.0,
                confusion,
                bins,
                Map.of(),
                NO_ACTIONS,
                NOT_RAW));
  }

  private static io.bayou.avro.Evaluation.Builder classes(
      double logLoss, ProbabilityCell... cells) {
    var one = new io.bayou.avro.ClassScores(logLoss, 4, List.of(cells));
    return named()
        .setCumulative(
            new io.bayou.avro.Scores(
                1.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                Map.of(),
                List.of(),
                Map.of("spam", one),
                NO_ACTIONS,
                NOT_RAW));
  }

  private static io.bayou.avro.Evaluation.Builder raw(double logLoss, List<CalibrationBin> bins) {
    io.bayou.avro.Evaluation.Builder evaluation =
        cumulative(1.0, 0.0, Map.of(), Collections.emptyList());
    evaluation.getCumulative().setRaw(new io.bayou.avro.RawScores(logLoss, bins));
    return evaluation;
  }

  private void refuses(io.bayou.avro.Evaluation.Builder evaluation, String message) {
    ByteBuffer bytes = trusted(() -> evaluation.build().toByteBuffer());
    byte[] array = Arrays.copyOfRange(bytes.array(), bytes.arrayOffset(), bytes.limit());
    assertThatThrownBy(() -> codec.decode(array))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("the evaluation is not valid: " + message)
        .extracting("reason")
        .isEqualTo(Reason.INVALID);
  }

  private static Evaluation randomEvaluation(RandomGenerator random, int classes) {
    return new Evaluation(
        "spam",
        1 + random.nextInt(9),
        "labeled-0",
        randomScores(random, classes),
        randomScores(random, classes),
        new Comparison(
            random.nextInt(9),
            random.nextInt(100),
            random.nextInt(100),
            random.nextGaussian(),
            random.nextDouble()),
        random.nextLong(1L << 45));
  }

  /* Both have the same cells, as scores of the same events do. */
  private static Scores randomScores(RandomGenerator random, int classes) {
    SortedMap<String, SortedMap<String, Double>> confusion = new TreeMap<>();
    for (int truth = 0; truth < classes; truth++) {
      SortedMap<String, Double> row = new TreeMap<>();
      for (int predicted = truth % 3; predicted < classes; predicted += 1 + truth % 4) {
        row.put("clâss " + predicted, random.nextDouble());
      }
      if (!row.isEmpty()) {
        confusion.put("clâss " + truth, row);
      }
    }
    return new Scores(
        1.0 + random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        random.nextDouble(),
        confusion,
        randomBins(random),
        randomClasses(random, classes),
        new ActionScores(
            random.nextDouble(), random.nextInt(5), random.nextDouble(), random.nextInt(5)),
        new RawScores(random.nextGaussian(), randomBins(random)));
  }

  private static List<Scores.Bin> randomBins(RandomGenerator random) {
    List<Scores.Bin> bins = new ArrayList<>();
    for (int bin = 0; bin < Score.BINS; bin++) {
      bins.add(new Scores.Bin(random.nextDouble(), random.nextDouble(), random.nextDouble()));
    }
    return bins;
  }

  private static SortedMap<String, ClassScores> randomClasses(RandomGenerator random, int classes) {
    SortedMap<String, ClassScores> scores = new TreeMap<>();
    for (int c = 0; c < classes; c++) {
      List<ClassScores.Cell> cells = new ArrayList<>();
      for (int cell = c % 3 - 128; cell < 128; cell += 1 + 7 * (c % 5)) {
        cells.add(new ClassScores.Cell(cell, random.nextDouble(), random.nextInt(5)));
      }
      scores.put("clâss " + c, new ClassScores(random.nextDouble(), 4 + c % 17, cells));
    }
    return scores;
  }
}
