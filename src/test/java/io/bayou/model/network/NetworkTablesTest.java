package io.bayou.model.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.registry.Learners;
import org.junit.jupiter.api.Test;

class NetworkTablesTest {
  private static final String SPEC = "{learner: tan, network: {a: [], b: [a]}}";

  @Test
  void shouldRefuseTablesThatAreTooLargeToBeWritten() {
    assertThat(learned(20).scoringForm().fields()).containsEntry("type", "bayes");
    Learner large = learned(1_000);
    assertThatThrownBy(large::scoringForm)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("more than 4,194,304 probabilities")
        .hasMessageContaining("over HTTP");
  }

  private static Learner learned(int values) {
    Learner learner = Learners.create(SpecCodec.read("test", SPEC));
    for (int i = 0; i < 8 * values; i++) {
      String value = "v" + i / 8;
      Features x = new Features().text("a", value).text("b", value);
      learner.learn(x, "class" + i % 8, 1.0, i);
    }
    return learner;
  }
}
