package io.bayou.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Json;
import io.bayou.bench.learner.BenchData;
import io.bayou.bench.learner.LearnerBench;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchLearnerCommandTest {
  @Test
  void shouldCompareALearnerWithThePlainLoop() {
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

    LearnerBench.Result result = bench.run(BenchData.madeUp(50_000, 8, 2));

    // What a learner takes at its start, spread over all instances: less than a byte each.
    assertThat(result.bytesPerInstance()).isLessThan(1.0);
  }

  @Test
  void shouldCompareLearningTextsWithAPlainLoopOverWords() {
    Cli run = Cli.tools("bench", "learner", "--text", "--rounds=3", "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    Map<String, Object> json = Json.object(run.out());
    assertThat(json).containsEntry("features", 16).containsEntry("classes", 2);
    assertThat(Json.number(json, "ratioToLoop")).isPositive();
  }

  @Test
  void shouldMakeUpTextsThatTellTheirClass() {
    double sum = BenchData.madeUpTexts(5_000, 16, 2).loop().run();

    // The sum of the probabilities of the true classes: a coin would have half of them.
    assertThat(sum / 5_000).isBetween(0.6, 1.0);
  }

  @Test
  void shouldNotMixTextsWithData() {
    Cli run = Cli.tools("bench", "learner", "--text", "--data=x.csv");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--text makes up its own data");
  }
}
