package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import io.bayou.stream.DeadLetters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records at the edge of what a broker and the codecs accept cost one dead letter at most. */
@Tag("broker")
class HostileRecordsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private void send(String topic, String compression, String key, byte[] value) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "compression.type",
            compression,
            "max.request.size",
            20_000_000);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value)).get();
    }
  }

  private static byte[] filled(int length) {
    return "x".repeat(length).getBytes(UTF_8);
  }

  private static byte[] event(String label, double x, double weight) {
    return ("{\"features\":{\"x\":"
            + x
            + "},\"label\":\""
            + label
            + "\",\"weight\":"
            + weight
            + "}")
        .getBytes(UTF_8);
  }

  private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), UTF_8);
  }

  @Test
  void shouldOutliveEveryRecordThatABrokerTakes() throws Exception {
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "hostile.")) {
      BayouProcess instance = fleet.start("state");
      String labeled = fleet.topic("labeled");
      String unlabeled = fleet.topic("unlabeled");
      send(unlabeled, "none", "largest", filled(1_048_400)); // by a producer's default settings
      send(unlabeled, "gzip", "compressed", filled(5_000_000));
      send(labeled, "gzip", "text", text(5_000_000));
      for (int i = 0; i < 20; i++) {
        send(labeled, "none", "label" + i, event(i + "l".repeat(60_000), 1, 1));
      }
      send(labeled, "none", "huge", event("a", 1e150, 1e15));
      send(labeled, "none", "minus", event("a", -1e150, 1e15));
      send(labeled, "none", "ordinary", event("a", 1, 1));
      send(unlabeled, "none", "question", "{\"features\":{\"x\":1}}".getBytes(UTF_8));

      fleet.await(
          () -> assertThat(fleet.log().keys(fleet.topic("predictions"))).containsKey("question"));
      fleet.await(() -> assertThat(fleet.log().keys(fleet.topic("dead-letters"))).hasSize(3 + 20));

      List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
      fleet.log().read(fleet.topic("dead-letters"), letters::add);
      assertThat(letters)
          .filteredOn(letter -> letter.headers().lastHeader(DeadLetters.TRUNCATED) != null)
          .extracting(letter -> new String(letter.key(), UTF_8))
          .containsExactlyInAnyOrder("largest", "compressed", "text");
      assertThat(letters)
          .allSatisfy(letter -> assertThat(header(letter, DeadLetters.REASON)).isNotEmpty());
      assertThat(instance.terminate()).as(instance.err()).isZero();

      BayouProcess again = fleet.start("state"); // what it has learned can be read back
      send(unlabeled, "none", "again", "{\"features\":{\"x\":1}}".getBytes(UTF_8));
      fleet.await(
          () -> assertThat(fleet.log().keys(fleet.topic("predictions"))).containsKey("again"));
      assertThat(again.terminate()).as(again.err()).isZero();
    }
  }

  private static byte[] text(int length) {
    return ("{\"features\":{\"t\":\"" + "a".repeat(length) + "\"},\"label\":\"a\"}")
        .getBytes(UTF_8);
  }
}
