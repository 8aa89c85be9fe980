package io.bayou.app.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A model over the change events of two tables: what it learns is what a replay learns. */
@Tag("broker")
class MappedTopicsTest {
  private static final String CARDS = "mapped.cards";
  private static final String TRANSFERS = "mapped.transfers";
  private static final String SPEC =
      """
      learner: naive-bayes
      input:
        topics: [mapped.cards, mapped.transfers]
        envelope: debezium
        id: ref
        label: {path: state, map: {CB: fraud, OK: honest}}
        features: {amount: amount, country: country}
      """;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldLearnChangesAndDeletionsAsAReplayDoes() throws Exception {
    broker.client().createTopic(CARDS, 2, Map.of("retention.ms", "-1"));
    broker.client().createTopic(TRANSFERS, 3, Map.of("retention.ms", "-1"));
    try (Fleet fleet = fleet()) {
      fleet.start("a");
      Path spec = Files.writeString(directory.resolve("rows.yaml"), SPEC);
      run(fleet, "models", "create", "rows", "--spec", spec.toString());
      sendChanges();
      fleet.await(
          () ->
              assertThat(run(fleet, "models", "show", "rows", "--json"))
                  .contains("\"examples\":90,"));
      assertThat(fleet.log().keys("mapped.dead-letters")).isEmpty();

      assertThat(run(fleet, "verify", "rows")).contains("5 of 5 sources equal");
      run(fleet, "retrain", "rows");
      assertThat(run(fleet, "verify", "rows@2")).contains("5 of 5 sources equal");
      assertRetrainedIsTheSame(fleet);
    }
  }

  /* What the replay has learned is what the stream has learned, bit for bit. */
  private static void assertRetrainedIsTheSame(Fleet fleet) {
    var published = fleet.log().published("mapped.snapshots");
    for (String source : List.of(CARDS + "-0", CARDS + "-1", TRANSFERS + "-2")) {
      var live = published.get(source);
      var retrained = published.get("base:" + source);
      assertThat(live).isNotEmpty();
      assertThat(retrained.keySet()).containsAll(live.keySet());
      live.forEach((row, bytes) -> assertThat(retrained.get(row)).as(row).isEqualTo(bytes));
    }
  }

  /* Of 60 cards ten change their label and ten are deleted; 40 transfers only come. */
  private static void sendChanges() {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < 60; i++) {
        send(producer, CARDS, i, change("c", "null", card(i, state(i))));
      }
      for (int i = 0; i < 40; i++) {
        String change = change("c", "null", card(i, state(i)));
        send(
            producer,
            TRANSFERS,
            i,
            "{\"schema\": {\"type\": \"struct\"}, \"payload\": " + change + "}");
      }
      for (int i = 0; i < 10; i++) {
        send(producer, CARDS, i, change("u", card(i, state(i)), card(i, state(i + 1))));
      }
      for (int i = 10; i < 20; i++) {
        send(producer, CARDS, i, change("d", card(i, state(i)), "null"));
        var unused =
            producer.send(new ProducerRecord<>(CARDS, i % 2, key(i), null)); // as Debezium does
      }
    }
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, String topic, int number, String change) {
    int partition = number % (topic.equals(CARDS) ? 2 : 3);
    var unused =
        producer.send(new ProducerRecord<>(topic, partition, key(number), change.getBytes(UTF_8)));
  }

  private static byte[] key(int number) {
    return Integer.toString(number).getBytes(UTF_8);
  }

  private static String change(String operation, String before, String after) {
    return "{\"op\": \"%s\", \"before\": %s, \"after\": %s}".formatted(operation, before, after);
  }

  private static String card(int number, String state) {
    return "{\"ref\": \"%d\", \"amount\": %d.5, \"country\": \"%s\", \"state\": \"%s\"}"
        .formatted(number, number * 7 % 50, number % 4 == 0 ? "NO" : "DK", state);
  }

  private static String state(int number) {
    return number % 3 == 0 ? "CB" : "OK";
  }

  private static String run(Fleet fleet, String... command) {
    Cli result = Cli.bayou(fleet.command(command));
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return result.out();
  }

  private Fleet fleet() {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        "mapped.",
        "http.enabled=false",
        "labeled.topics=" + CARDS + "," + TRANSFERS);
  }
}
