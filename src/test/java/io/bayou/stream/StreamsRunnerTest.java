package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an instance shows before it is started. */
class StreamsRunnerTest {
  @Test
  void shouldBeReadyOnlyOnceItIsStarted(@TempDir Path directory) {
    AppConfig config =
        AppConfig.of(
            Map.of("kafka.bootstrap.servers", "localhost:1", "state.dir", directory.toString()));
    try (StreamsRunner runner = new StreamsRunner(config, ModelSpec.defaults())) {
      assertThat(runner.streams().state()).isEqualTo(KafkaStreams.State.CREATED);
      assertThat(runner.isReady()).isFalse();
      assertThat(runner.readiness().tasks()).isZero();
      assertThat(runner.models().names()).isEmpty();
      assertThat(runner.activity().learned()).isZero();
      assertThat(runner.failure()).isNotDone();
    }
  }

  @Test
  void shouldAddItsHandlersToTheSettings() {
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "mine");
    StreamOptions options =
        StreamOptions.of(AppConfig.of(Map.of("topic.prefix", "")), ModelSpec.defaults());
    Activity activity = new Activity();

    assertThat(StreamsRunner.withHandlers(settings, options, activity))
        .containsEntry(StreamsConfig.APPLICATION_ID_CONFIG, "mine")
        .containsEntry(DeadLetters.ACTIVITY, activity)
        .containsEntry(DeadLetters.DEAD_LETTERS, "dead-letters")
        .containsEntry(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetters.class)
        .containsEntry(StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG, OutputErrors.class);
  }
}
