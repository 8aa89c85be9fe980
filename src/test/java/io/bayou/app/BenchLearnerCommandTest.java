package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.ModelSpec;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchLearnerCommandTest {
  @Test
  void shouldCompareALearnerWithThePlainLoop() {
    StringWriter out = new StringWriter();

    int exitCode =
        Main.run(
            new String[] {"bench", "learner", "--rounds", "3", "--json"},
            Map.of(),
            new PrintWriter(out),
            new PrintWriter(new StringWriter()));

    assertThat(exitCode).isZero();
    assertThat(out.toString())
        .startsWith(
            "{\"learner\":\"naive-bayes\",\"instances\":45312,\"features\":8,\"classes\":2,")
        .contains(
            "\"loopPerSecond\":", "\"learnerPerSecond\":", "\"ratioToLoop\":", "\"sweep\":[]");
  }

  @Test
  void shouldAllocateNothingPerInstanceOnTheNumericPath() {
    LearnerBench bench = new LearnerBench(ModelSpec.defaults(), 3);

    LearnerBench.Result result = bench.run(Instances.madeUp(50_000, 8, 2));

    // What a learner takes at its start, spread over all instances: less than a byte each.
    assertThat(result.bytesPerInstance()).isLessThan(1.0);
  }
}
