package io.bayou.app.offline;

import static io.bayou.app.Cli.bayou;
import static io.bayou.app.Json.at;
import static io.bayou.app.Json.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifyCommandTest {
  @TempDir private Path directory;
  private Path train;
  private Path query;

  @BeforeEach
  void writeData() throws IOException {
    train =
        Files.writeString(
            directory.resolve("train.csv"),
            "outlook,wet,label\nsunny,no,stay\nsunny,no,stay\nrain,yes,go\nrain,no,go\n");
    query =
        Files.writeString(
            directory.resolve("query.csv"),
            "wet,outlook,extra,label\nno,sunny,7,stay\nyes,rain,,\n,\n1,2\n,hail,x,\n");
  }

  @Test
  void shouldAnswerEveryRowInOrder() {
    Cli result = classify("--json", "--learner", "naive-bayes");

    assertThat(result.exitCode()).isZero();
    List<Map<String, Object>> rows = Json.lines(result.out());
    assertThat(rows).extracting(row -> at(row, "row")).containsExactly(1, 2, 5);
    assertThat(rows).extracting(row -> at(row, "label")).containsExactly("stay", "go", "go");
    assertThat(rows).extracting(row -> at(row, "truth")).containsExactly("stay", null, null);
    assertThat(result.err())
        .contains("query.csv:4: row left out")
        .contains("query.csv:5: row left out");
  }

  @Test
  void shouldGiveTheLogJointAtFullPrecision() throws IOException {
    Path spec =
        Files.writeString(
            directory.resolve("s.json"),
            "{\"prior\": \"empirical\", \"smoothing\": 0, \"unknown\": \"none\","
                + " \"features\": {\"wet\": \"bernoulli\"}}");

    Cli result = classify("--json", "--spec", spec.toString());

    Map<String, Object> dry = Json.lines(result.out()).get(0);
    assertThat(number(dry, "logJoint", "stay")).isEqualTo(Math.log(0.5));
    assertThat(at(dry, "logJoint", "go")).isNull(); // impossible
    assertThat(number(dry, "posterior", "go")).isZero();
    assertThat(number(dry, "posterior", "stay")).isEqualTo(1.0);
    assertThat(dry.containsKey("flags")).isFalse();
  }

  @Test
  void shouldFlagWhatIsUnusual() {
    Map<String, Object> hail = Json.lines(classify("--json").out()).get(2);

    assertThat(at(hail, "flags")).isEqualTo(List.of("UNKNOWN_VALUE", "MISSING_FEATURE"));
  }

  @Test
  void shouldGiveTheWeightsOfAnAverage() throws IOException {
    String text = "{learner: average, members: [naive-bayes, {learner: majority, weight: 2}]}";
    Path spec = Files.writeString(directory.resolve("average.yaml"), text);
    Learner learner = Learners.create(SpecCodec.read("average", text));
    learner.learn(new Features().text("outlook", "sunny").text("wet", "no"), "stay", 1.0, 0L);
    learner.learn(new Features().text("outlook", "sunny").text("wet", "no"), "stay", 1.0, 1_000L);
    learner.learn(new Features().text("outlook", "rain").text("wet", "yes"), "go", 1.0, 2_000L);
    learner.learn(new Features().text("outlook", "rain").text("wet", "no"), "go", 1.0, 3_000L);
    SortedMap<String, Double> weights = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, weights);

    List<Map<String, Object>> rows =
        Json.lines(classify("--json", "--spec", spec.toString()).out());

    assertThat(weights).containsOnlyKeys("majority", "naive-bayes");
    assertThat(rows)
        .hasSize(3)
        .allSatisfy(row -> assertThat(row).containsEntry("hypotheses", weights));
    assertThat(Json.lines(classify("--json").out()).get(0)).doesNotContainKey("hypotheses");
  }

  @Test
  void shouldExplainByContributionsThatAddUp() {
    Map<String, Object> wet = Json.lines(classify("--json", "--explain").out()).get(1);

    double sum = number(wet, "priorContribution");
    for (Object contribution : ((Map<?, ?>) at(wet, "contributions")).values()) {
      sum += (Double) contribution;
    }
    double odds = number(wet, "logJoint", "go") - number(wet, "logJoint", "stay");
    assertThat(at(wet, "runnerUp")).isEqualTo("stay");
    assertThat(sum).isCloseTo(odds, within(1e-12));
    assertThat(number(wet, "logOdds")).isEqualTo(sum);
  }

  @Test
  void shouldPrintALinePerRowForPeople() {
    Cli result = classify("--explain");

    assertThat(result.out().lines())
        .hasSize(3)
        .first()
        .asString()
        .matches(" +1 {2}stay 0\\.\\d{4}, go 0\\.\\d{4}; truth stay; log odds over go .* wet .*");
  }

  /* The first query has a word where the training data has numbers: a bad value, not a category. */
  @Test
  void shouldReadAColumnTheSameWayInBothFiles() throws IOException {
    Files.writeString(train, "x,label\n1,a\n2,a\n9,b\n8,b\n");
    Files.writeString(query, "x\nword\n9\n");

    List<Map<String, Object>> rows = Json.lines(classify("--json").out());

    assertThat(number(rows.get(0), "posterior", "a")).isCloseTo(0.5, within(1e-12));
    assertThat(at(rows.get(1), "label")).isEqualTo("b");
  }

  /* The default rule leaves a constant feature out; a rule that smooths it gives it a density. */
  @Test
  void shouldGiveAConstantFeatureTheDensityOfItsRule() throws IOException {
    Files.writeString(train, "x,label\n5,a\n5,a\n5,b\n");
    Files.writeString(query, "x\n5\n");
    Path spec = directory.resolve("s.yaml");

    Files.writeString(spec, "prior: uniform\n");
    double leftOut =
        number(Json.lines(classify("--json", "--spec=" + spec).out()).get(0), "logJoint", "b");
    Files.writeString(spec, "{prior: uniform, variance: {rule: population, smoothing: 1.0e-6}}");
    double smoothed =
        number(Json.lines(classify("--json", "--spec=" + spec).out()).get(0), "logJoint", "b");

    assertThat(leftOut).isEqualTo(Math.log(0.5));
    assertThat(smoothed)
        .isCloseTo(Math.log(0.5) - 0.5 * Math.log(2.0 * Math.PI * 1e-6), within(1e-14));
  }

  @Test
  void shouldFailWithoutAnythingToLearn() throws IOException {
    Files.writeString(train, "x,label\n1,\n");
    Files.writeString(query, "x\n1\n");

    assertThat(classify("--json"))
        .isEqualTo(new Cli(1, "", "bayou: cannot use " + train + ": no row has a label\n"));
  }

  @Test
  void shouldNeedBothFiles() {
    assertThat(bayou("classify", "--train", train.toString()).exitCode()).isEqualTo(2);
    assertThat(bayou("classify", "--data", train.toString()).exitCode()).isEqualTo(2);
  }

  private Cli classify(String... options) {
    String[] args = new String[options.length + 5];
    System.arraycopy(options, 0, args, 5, options.length);
    List<String> files =
        List.of("classify", "--train", train.toString(), "--data", query.toString());
    for (int i = 0; i < files.size(); i++) {
      args[i] = files.get(i);
    }
    return bayou(args);
  }
}
