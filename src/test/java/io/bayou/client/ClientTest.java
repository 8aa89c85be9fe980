package io.bayou.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.TopicSetup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The client's page, run against a stream. */
@Tag("broker")
class ClientTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldSendReadAndScoreAsThePageSays() throws Exception {
    ClientExample example = new ClientExample(broker.bootstrapServers());
    AppConfig config = AppConfig.of(settings());
    ensureTopics(config);
    try (StreamsRunner runner = runner(config)) {
      assertThat(runner.isReady()).isFalse();
      runner.start();
      await().atMost(PATIENCE).until(runner::isReady);
      assertThat(runner.readiness().tasks()).isEqualTo(config.topics().partitions());

      example.send();
      Prediction answer = example.read();
      await()
          .atMost(PATIENCE)
          .ignoreException(IllegalStateException.class) // the model is not published yet
          .untilAsserted(() -> assertThat(example.score().examples()).isEqualTo(2));
      Prediction scored = example.score();

      assertThat(answer.id()).isEqualTo("q1");
      assertThat(scored.label()).contains("busy");
      assertThat(scored.posterior()).containsOnlyKeys("busy", "quiet");
      assertThat(scored.learnedTo().keySet())
          .allSatisfy(source -> assertThat(source).startsWith("bayou.labeled-"));
      assertThat(scored.version()).isOne();
    }
    try (ScoringModel model = ScoringModel.load(settings(), "default")) { // outlives the stream
      assertThat(model.examples()).isEqualTo(2);
      assertThat(model.predict(new Event("x").number("temperature", 12.0)).label())
          .contains("quiet");
    }
    assertThatThrownBy(() -> ScoringModel.load(settings(), "spam"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("there is no model 'spam'; known are [default]");
  }

  @Test
  void shouldNotCreateTheTopicsThatItReads() {
    Map<String, String> settings =
        Map.of("kafka.bootstrap.servers", broker.bootstrapServers(), "topic.prefix", "absent.");

    assertThatThrownBy(() -> ScoringModel.load(settings, "default"))
        .isInstanceOf(UnknownTopicOrPartitionException.class)
        .hasMessage("there is no topic 'absent.models'; 'bayou run' creates missing topics");
  }

  private Map<String, String> settings() {
    return Map.of(
        "kafka.bootstrap.servers",
        broker.bootstrapServers(),
        "snapshot.interval.ms",
        "200",
        "state.dir",
        directory.toString());
  }

  private static void ensureTopics(AppConfig config) throws Exception {
    try (Admin admin = Admin.create(config.kafka().admin())) {
      new TopicSetup(config, note -> {}).ensure(admin);
    }
  }

  private static StreamsRunner runner(AppConfig config) {
    return new StreamsRunner(config, ModelSpec.defaults());
  }
}
