package io.bayou.app.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.csv.CsvTable;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.AverageSpec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The average is no worse than its best member by more than 2 % of log loss and half a point of
 * accuracy, on data sets that are not part of the project; without them these tests say so and
 * pass. {@code -Dbayou.datasets=DIR} says where they are.
 */
@Tag("slow")
class AverageDataSetsTest {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("bayou.datasets", "../shared/datasets"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "airlines2k_years",
        "bananas",
        "elec2",
        "image_segments",
        "phishing_river",
        "sea_40k",
        "sms_spam",
        "usenet1",
        "weather_noaa"
      })
  void shouldBeAsGoodAsItsBestMember(String name) {
    Path file = DIRECTORY.resolve(name + ".csv.gz");
    if (!Files.exists(file)) {
      System.out.println("not checked: there is no " + file);
      return;
    }
    SuiteData data = SuiteData.read(file, Map.of(), null);
    ModelSpec average = data.spec(ModelSpec.of(LearnerKind.AVERAGE));
    double leastLoss = Double.POSITIVE_INFINITY;
    double bestAccuracy = 0.0;
    for (AverageSpec.Member member : average.average().orElseThrow().members()) {
      Scores scores = scores(AverageSpec.specOf(member, average), data);
      leastLoss = Math.min(leastLoss, scores.meanLogLoss());
      bestAccuracy = Math.max(bestAccuracy, scores.accuracy());
    }
    Scores scores = scores(average, data);
    System.out.printf(
        "%s: average %.4f of %.4f, best members %.4f of %.4f%n",
        name, scores.meanLogLoss(), scores.accuracy(), leastLoss, bestAccuracy);

    assertThat(scores.meanLogLoss()).isLessThanOrEqualTo(1.02 * leastLoss);
    assertThat(scores.accuracy()).isGreaterThanOrEqualTo(bestAccuracy - 0.005);
  }

  /* The first rows will do, and the more features the fewer: all of them are in the benchmarks. */
  private static Scores scores(ModelSpec spec, SuiteData data) {
    CsvTable table = data.table();
    int rows = Math.min(table.rows(), Math.min(4_000, 60_000 / table.types().size()));
    Learner learner = Learners.create(spec);
    Score score = Score.cumulative(spec.limits().classes());
    Features x = table.newFeatures();
    for (int row = 0; row < rows; row++) {
      table.fill(row, x);
      score.add(learner.predict(x), table.label(row), 1.0);
      learner.learn(x, table.label(row), 1.0, table.time(row));
    }
    return score.scores();
  }
}
