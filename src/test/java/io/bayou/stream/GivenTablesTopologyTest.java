package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import io.bayou.model.Prediction;
import io.bayou.model.spec.ModelSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A network whose tables are given answers on the stream before anything was learned. */
class GivenTablesTopologyTest {
  private static final ModelSpec CANCER =
      SpecCodec.read(
          "cancer.yaml",
          """
          learner: bayes-net
          class: cancer
          network: {test: [cancer]}
          tables:
            cancer: {"": {yes: 0.008, no: 0.992}}
            test: {"cancer=yes": {pos: 0.98, neg: 0.02}, "cancer=no": {pos: 0.03, neg: 0.97}}
          """);

  @Test
  void shouldAnswerByTheDefaultSpec() {
    try (TestStream stream = new TestStream(Map.of(), CANCER)) {
      assertAnswer(stream.ask("{\"features\":{\"test\":\"pos\"}}"));
      stream.learn("{\"features\":{\"test\":\"neg\"},\"label\":\"yes\"}");
      assertAnswer(stream.ask("{\"features\":{\"test\":\"pos\"}}"));
    }
  }

  @Test
  void shouldAnswerByADefinition() {
    try (TestStream stream = new TestStream()) {
      stream.define(ModelDefinition.first("cancer", CANCER, 0L));
      assertAnswer(stream.ask("{\"model\":\"cancer\",\"features\":{\"test\":\"pos\"}}"));
    }
  }

  private static void assertAnswer(Prediction answer) {
    assertThat(answer.flags()).isEmpty();
    assertThat(answer.label()).contains("no");
    assertThat(answer.posterior().get("yes")).isCloseTo(49.0 / 235.0, within(1e-15));
  }
}
