package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.app.Cli;
import io.bayou.broker.BrokerExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("broker")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DeadLettersCommandTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();

  @BeforeAll
  static void writeLetters() {
    broker.client().createTopic("dead-letters", 1, Map.of());
    broker.client().createTopic("labeled", 2, Map.of());
    broker.client().createTopic("unlabeled", 1, Map.of());
    try (Producer<String, String> producer = broker.client().producer(Map.of())) {
      letter(producer, "MALFORMED", "labeled", "a", "{\u001b[31m", Map.of("mine", "kept"));
      letter(producer, "MALFORMED", "labeled", "b", "{", Map.of("bayou.truncated", "value"));
      letter(producer, "UNKNOWN_MODEL", "unlabeled", "c", "{\"model\":\"m\"}", Map.of());
      letter(producer, "UNKNOWN_MODEL", "secret", "d", "x", Map.of());
    }
  }

  private static void letter(
      Producer<String, String> producer,
      String reason,
      String topic,
      String key,
      String value,
      Map<String, String> headers) {
    ProducerRecord<String, String> letter = new ProducerRecord<>("dead-letters", key, value);
    letter.headers().add("bayou.reason", reason.getBytes(UTF_8));
    letter.headers().add("__streams.errors.message", ("bad " + key).getBytes(UTF_8));
    letter.headers().add("__streams.errors.topic", topic.getBytes(UTF_8));
    int partition = topic.equals("labeled") ? 1 : 0;
    letter.headers().add("__streams.errors.partition", ("" + partition).getBytes(UTF_8));
    letter.headers().add("__streams.errors.offset", "17".getBytes(UTF_8));
    headers.forEach((name, text) -> letter.headers().add(name, text.getBytes(UTF_8)));
    var unused = producer.send(letter); // closing the producer flushes
  }

  @Test
  @Order(1)
  void shouldCountByReasonAndTopic() {
    Cli all = letters("list");
    assertThat(all.exitCode()).as(all.err()).isZero();
    assertThat(all.out())
        .containsPattern("2 MALFORMED from labeled, \\S+Z to \\S+Z\n  0:1: bad b\n")
        .contains("1 UNKNOWN_MODEL from secret, ", "1 UNKNOWN_MODEL from unlabeled, ");
    assertThat(letters("list", "--reason", "malformed", "--json", "--since", "1h").out())
        .startsWith("{\"reason\":\"MALFORMED\",\"topic\":\"labeled\",\"count\":2,")
        .hasLineCount(1);
    assertThat(letters("list", "--reason", "NO_QUESTION").out()).isEqualTo("no dead letters\n");
    assertThat(letters("list", "--since", "2999-01-01").exitCode()).isEqualTo(2);
  }

  @Test
  @Order(1)
  void shouldShowALetterWithoutWhatWouldControlTheTerminal() {
    String shown = letters("show", "--offset", "0:0").out();
    assertThat(shown)
        .contains("reason   MALFORMED\n", "source   labeled-1@17\n", "value    {?[31m\n")
        .doesNotContain("\u001b");
    assertThat(letters("show", "--id", "b").out()).contains("cut      value\n");
    assertThat(letters("show", "--id", "none").err()).startsWith("bayou: there is no such");
  }

  @Test
  @Order(2)
  void shouldSendNothingInADryRun() {
    assertThat(letters("retry", "--dry-run").out())
        .isEqualTo(
            """
            would send 2 dead letters
            left out 1 that were cut (bayou.truncated)
            left out 1 of topics that are not read
            """);
    assertThat(broker.client().read("labeled")).isEmpty();
  }

  @Test
  @Order(3)
  void shouldSendEachLetterOnceAndEachReasonByItself() {
    Cli first = letters("retry", "--reason", "UNKNOWN_MODEL");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.out()).startsWith("sent 1 dead letters\n");
    assertThat(broker.client().read("unlabeled")).containsExactly("{\"model\":\"m\"}");
    assertThat(broker.client().read("labeled")).isEmpty();

    assertThat(letters("retry").out()).startsWith("sent 1 dead letters\n");
    assertThat(letters("retry").out()).isEqualTo("sent 0 dead letters\n");
    assertThat(broker.client().read("labeled")).containsExactly("{\u001b[31m");
    assertThat(broker.client().read("unlabeled")).hasSize(1);
    ConsumerRecord<String, String> original = only(new TopicPartition("labeled", 1));
    assertThat(original.key()).isEqualTo("a");
    assertThat(original.headers()).extracting(Header::key).containsExactly("mine");
  }

  private static ConsumerRecord<String, String> only(TopicPartition partition) {
    try (var consumer =
        new KafkaConsumer<>(
            broker.client().settings(Map.of()),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      return await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> consumer.poll(Duration.ofMillis(200)), records -> !records.isEmpty())
          .iterator()
          .next();
    }
  }

  private static Cli letters(String... more) {
    List<String> arguments = new ArrayList<>(List.of("dead-letters"));
    arguments.add(more[0]);
    arguments.add("-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    arguments.add("-Dtopic.prefix=");
    arguments.add("-Dapplication.id=letters");
    arguments.addAll(List.of(more).subList(1, more.length));
    return Cli.bayou(arguments.toArray(String[]::new));
  }
}
