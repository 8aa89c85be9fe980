package io.bayou.app.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.cli.Progress;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.model.FeatureNames;
import io.bayou.model.eval.Scores;
import io.bayou.model.spec.Estimate;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Prequential accuracy and log loss on the data sets on which other libraries were measured: not
 * worse than the best naive Bayes among them. The data sets are not part of the project; without
 * them these tests say so and pass. {@code -Dbayou.datasets=DIR} says where they are.
 */
class PeerDataSetsTest {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("bayou.datasets", "../shared/datasets"));

  @ParameterizedTest
  @CsvSource({
    "image_segments, 0.794, 2.05",
    "phishing_river, 0.887, 0.41",
    "elec2, 0.733, 1.10",
    "sea_40k, 0.880, 0.436",
    "bananas, 0.615, 0.68",
    "weather_noaa, 0.692, 0.651",
  })
  void shouldBeAsGoodAsTheBestPeer(String name, double accuracy, double logLoss)
      throws IOException {
    if (!isPresent(name)) {
      return;
    }
    Scores scores = evaluate(name, ModelSpec.defaults());

    assertThat(scores.accuracy()).isGreaterThanOrEqualTo(accuracy);
    assertThat(scores.meanLogLoss()).isLessThanOrEqualTo(logLoss);
  }

  @Test
  void shouldTellSpamFromTheRest() throws IOException {
    if (!isPresent("sms_spam")) {
      return;
    }
    ModelSpec spec =
        ModelSpec.builder(LearnerKind.NAIVE_BAYES).feature("text", FeatureType.MULTINOMIAL).build();
    Scores scores = evaluate("sms_spam", spec);

    assertThat(scores.accuracy()).isGreaterThanOrEqualTo(0.979);
    assertThat(scores.meanLogLoss()).isLessThanOrEqualTo(0.13);
  }

  @Test
  void shouldLoseLessWithThePredictiveDistribution() throws IOException {
    if (!isPresent("image_segments")) {
      return;
    }
    ModelSpec predictive = ModelSpec.defaults().toBuilder().estimate(Estimate.BAYES).build();

    assertThat(evaluate("image_segments", predictive).meanLogLoss())
        .isLessThan(evaluate("image_segments", ModelSpec.defaults()).meanLogLoss());
  }

  private static boolean isPresent(String name) {
    boolean present = Files.exists(file(name));
    if (!present) {
      System.out.println("not checked: there is no " + file(name));
    }
    return present;
  }

  private static Path file(String name) {
    return DIRECTORY.resolve(name + ".csv.gz");
  }

  private static Scores evaluate(String name, ModelSpec spec) throws IOException {
    CsvLayout layout = CsvLayout.of("label", CellType.declaredBy(spec));
    try (InputStream in = Files.newInputStream(file(name))) {
      CsvTable table = CsvTable.read(in, layout, new FeatureNames(), PeerDataSetsTest::refuse);
      PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
      return Prequential.run(spec, table, Progress.on(nowhere, "evaluating", 0)).scores();
    }
  }

  private static void refuse(long line, String reason) {
    throw new AssertionError("line " + line + ": " + reason);
  }
}
