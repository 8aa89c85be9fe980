package io.bayou.stream.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.config.AppConfig;
import io.bayou.model.Prediction;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.TopicSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A stream that catches up on two topics answers each question with the labels before it. */
@Tag("broker")
class CatchingUpTest {
  private static final int EVENTS = 30_000;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldAnswerInTheOrderOfTimeWhileItCatchesUp() throws Exception {
    AppConfig config = config();
    try (Admin admin = broker.client().admin()) {
      new TopicSetup(config, note -> {}).ensure(admin);
    }
    send("order.unlabeled", 0, "{\"id\":\"%d\",\"features\":{\"x\":1}}"); // long before the labels
    send("order.labeled", 1, "{\"id\":\"l%d\",\"features\":{\"x\":1},\"label\":\"a\"}");

    try (StreamsRunner runner = new StreamsRunner(config, ModelSpec.defaults())) {
      runner.start();
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(predictions().size()).isEqualTo(EVENTS));
    }
    assertThat(predictions())
        .allSatisfy(
            value -> {
              Prediction prediction =
                  new PredictionDecoder().decode(value.getBytes(StandardCharsets.UTF_8));
              assertThat(prediction.examples()).isEqualTo(Long.parseLong(prediction.id()));
            });
  }

  /* The i-th question is asked between the i-th and the next label. */
  private static void send(String topic, int delay, String event) {
    try (Producer<String, String> producer = broker.client().producer(Map.of())) {
      for (int i = 0; i < EVENTS; i++) {
        long time = 1_000_000_000_000L + 2L * i + delay;
        String value = String.format(event, i);
        var unused = producer.send(new ProducerRecord<>(topic, 0, time, null, value));
      }
    }
  }

  private static List<String> predictions() {
    return broker.client().read("order.predictions");
  }

  private AppConfig config() {
    return AppConfig.of(
        Map.of(
            "kafka.bootstrap.servers", broker.bootstrapServers(),
            "topic.prefix", "order.",
            "topic.partitions", "1",
            "application.id", "order",
            "state.dir", directory.toString()));
  }
}
