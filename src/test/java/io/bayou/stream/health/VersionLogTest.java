package io.bayou.stream.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.LogLines;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.ModelSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionLogTest {
  @Test
  void shouldTellWhatBecomesOfVersions() {
    ModelDefinition first = ModelDefinition.first("spam", ModelSpec.defaults(), 0);
    ModelDefinition training = first.train(ModelSpec.defaults(), 1);
    ModelDefinition promoted = training.promote(2, 2);

    assertThat(told(null, first))
        .containsExactly("INFO model 'spam' is answered by version 1 (versions: 1)");
    assertThat(told(first, training)).containsExactly("INFO spam@2 is new: naive-bayes, training");
    assertThat(told(training, promoted))
        .containsExactly(
            "INFO spam@1 is retired, was active",
            "INFO spam@2 is active, was training",
            "INFO spam@2 answers from now on, instead of version 1");
    assertThat(told(promoted, promoted)).as("read again").isEmpty();
    assertThat(told(promoted, first))
        .as("a version was removed")
        .contains(
            "INFO spam@2 was removed", "INFO spam@1 answers from now on, instead of version 2");
    assertThat(told(promoted, promoted.deleted())).containsExactly("INFO model 'spam' was deleted");
    assertThat(told(null, promoted.deleted())).isEmpty();
  }

  private static List<String> told(ModelDefinition before, ModelDefinition now) {
    try (LogLines log = new LogLines(VersionLog.class)) {
      VersionLog.tell(before, now);
      return log.lines();
    }
  }
}
