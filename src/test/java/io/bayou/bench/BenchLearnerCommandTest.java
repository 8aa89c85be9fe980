package io.bayou.bench;

import static io.bayou.model.spec.FeatureType.MULTINOMIAL;
import static io.bayou.model.spec.LearnerKind.NAIVE_BAYES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.bench.learner.BenchData;
import io.bayou.bench.learner.LearnerBench;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchLearnerCommandTest {
  @Test
  void shouldCompareALearnerWithTheStrictLoop() {
    Cli run = Cli.tools("bench", "learner", "--rounds", "3", "--json");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith(
            "{\"learner\":\"naive-bayes\",\"instances\":45312,\"features\":8,\"classes\":2,")
        .contains(
            "\"loopPerSecond\":", "\"learnerPerSecond\":", "\"ratioToLoop\":", "\"sweep\":[]");
  }

  @Test
  void shouldAllocateNothingPerInstanceOnTheNumericPath() {
    LearnerBench bench = new LearnerBench(ModelSpec.defaults(), 3);

    LearnerBench.Result result = bench.run(BenchData.numbers(50_000, 8, 2));

    // What a learner takes at its start, spread over all instances: less than a byte each.
    assertThat(result.bytesPerInstance()).isLessThan(1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--text", "--tokens"})
  void shouldCompareLearningTextsWithAStrictLoopOverTokens(String source) {
    Cli run = Cli.tools("bench", "learner", source, "--rounds=3", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    assertThat(json).containsEntry("features", 16).containsEntry("classes", 2);
    assertThat(Json.number(json, "ratioToLoop")).isPositive();
  }

  @Test
  void shouldCompareMixedFeaturesWithAStrictLoop() {
    Cli run = Cli.tools("bench", "learner", "--mixed", "--rounds=3", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    assertThat(json).containsEntry("features", 41).containsEntry("classes", 23);
    assertThat(Json.number(json, "ratioToLoop")).isPositive();
  }

  /* A yardstick that computes something else measures nothing: both must trust the same labels. */
  @ParameterizedTest
  @MethodSource("data")
  void shouldLearnWhatTheLearnerLearns(BenchData data, ModelSpec spec) {
    Learner learner = Learners.create(spec);
    double sum = 0.0;
    for (int i = 0; i < data.size(); i++) {
      sum += learner.predict(data.features()[i]).probabilityOf(data.labels()[i]);
      learner.learn(data.features()[i], data.labels()[i], 1.0, 0L);
    }

    assertThat(data.loop().run() / data.size()).isCloseTo(sum / data.size(), within(0.01));
    assertThat(sum / data.size()).isGreaterThan(1.2 / data.loop().classes());
  }

  static Stream<Arguments> data() {
    ModelSpec texts = ModelSpec.builder(NAIVE_BAYES).feature("text", MULTINOMIAL).build();
    return Stream.of(
        arguments(BenchData.numbers(5_000, 8, 2), ModelSpec.defaults()),
        arguments(BenchData.mixed(5_000, 6, 3, 4), ModelSpec.defaults()),
        arguments(BenchData.texts(5_000, 16, 2, false), texts),
        arguments(BenchData.texts(5_000, 16, 2, true), texts));
  }

  @Test
  void shouldMeasureTheShapeThatIsAskedFor() {
    Cli run =
        Cli.tools(
            "bench",
            "learner",
            "--features=12",
            "--classes=5",
            "--rows=300",
            "--rounds=3",
            "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Json.object(run.out()))
        .containsEntry("instances", 300)
        .containsEntry("features", 12)
        .containsEntry("classes", 5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--features=0", "--classes=0", "--rows=0"})
  void shouldRefuseAShapeWithoutAnything(String option) {
    Cli run = Cli.tools("bench", "learner", option);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--features, --classes and --rows must be at least 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--mixed", "--text", "--data=x.csv"})
  void shouldNotGiveAShapeToOtherData(String source) {
    Cli run = Cli.tools("bench", "learner", source, "--features=12");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(source.split("=")[0], "--features", "mutually exclusive");
  }

  @Test
  void shouldNotMixTextsWithData() {
    Cli run = Cli.tools("bench", "learner", "--text", "--data=x.csv");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--data", "--text", "mutually exclusive");
  }
}
