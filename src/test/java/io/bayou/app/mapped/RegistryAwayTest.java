package io.bayou.app.mapped;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerExtension;
import io.bayou.codec.schema.TestRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The schema registry is away for longer than Kafka waits for a commit or a poll: the records that
 * need it wait, and nothing else does.
 */
@Tag("broker")
class RegistryAwayTest {
  private static final int OLD = 1;
  private static final int NEW = 2;
  private static final int UNAVAILABLE = 503;
  private static final long LONGER_THAN_KAFKA_WAITS = TimeUnit.SECONDS.toMillis(8);
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Payment", "fields": [
        {"name": "ref", "type": "string"}, {"name": "amount", "type": "double"},
        {"name": "outcome", "type": ["null", "string"]}]}
      """;
  private static final String SPEC =
      """
      learner: naive-bayes
      input:
        topics: [away.payments]
        id: ref
        label: outcome
        features: {amount: amount}
      """;

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final TestRegistry registry = new TestRegistry();
  private final Schema schema = new Schema.Parser().parse(SCHEMA);

  @AfterEach
  void close() {
    registry.close();
  }

  @Test
  void shouldHoldTheRecordsThatNeedItAndNothingElse() throws Exception {
    registry.putSchema(OLD, "AVRO", SCHEMA);
    registry.putSchema(NEW, "AVRO", SCHEMA);
    broker.client().createTopic("away.payments", 2, Map.of("retention.ms", "-1"));
    try (Fleet fleet = fleet()) {
      BayouProcess instance = fleet.start("a");
      define(fleet);
      pay(0, 40, OLD, true);
      fleet.await(() -> assertThat(fleet.log().examples("away.snapshots")).isEqualTo(40));

      int before = instance.err().length();
      registry.failWith(UNAVAILABLE);
      pay(0, 50, NEW, false);
      pay(50, 100, OLD, false);
      fleet.await(() -> assertThat(instance.err()).contains("alarm schemas: "));
      TimeUnit.MILLISECONDS.sleep(LONGER_THAN_KAFKA_WAITS);
      fleet.log().send("away.unlabeled", 0, 100, false);
      fleet.await(() -> assertThat(answers(fleet, "e")).isEqualTo(100));
      assertThat(answers(fleet, "payment")).isZero();
      assertThat(instance.err().substring(before))
          .doesNotContain("rebalance")
          .doesNotContain("is replaced");

      registry.failWith(0);
      fleet.await(() -> assertThat(answers(fleet, "payment")).isEqualTo(100));
      fleet.await(() -> assertThat(instance.err()).contains("over: no record waits"));
      assertThat(fleet.log().keys("away.predictions"))
          .hasSize(200)
          .allSatisfy((id, n) -> assertThat(n).isOne());
      assertThat(fleet.log().keys("away.dead-letters")).isEmpty();
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  private static long answers(Fleet fleet, String prefix) {
    return fleet.log().keys("away.predictions").keySet().stream()
        .filter(id -> id.startsWith(prefix))
        .count();
  }

  private void define(Fleet fleet) throws IOException {
    Path spec = Files.writeString(directory.resolve("payments.yaml"), SPEC);
    Cli created =
        Cli.bayou(fleet.command("models", "create", "payments", "--spec", spec.toString()));
    assertThat(created.exitCode()).as(created.err()).isZero();
  }

  private void pay(int from, int to, int schemaId, boolean labeled) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = from; i < to; i++) {
        byte[] value = payment(i, schemaId, labeled);
        var unused =
            producer.send(
                new ProducerRecord<>("away.payments", i % 2, ("p" + i).getBytes(UTF_8), value));
      }
    }
  }

  /* As Confluent's serializer writes it: a zero, the id of the schema, the record. */
  private byte[] payment(int number, int schemaId, boolean labeled) throws IOException {
    GenericRecord record = new GenericData.Record(schema);
    record.put("ref", (labeled ? "label-" : "payment-") + number);
    record.put("amount", (double) number);
    record.put("outcome", labeled ? (number % 3 == 0 ? "fraud" : "honest") : null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(ByteBuffer.allocate(5).put((byte) 0).putInt(schemaId).array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private Fleet fleet() {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        "away.",
        "topic.partitions=2",
        "labeled.topics=away.labeled,away.payments",
        "unlabeled.topics=away.unlabeled,away.payments",
        "schema.registry.url=" + registry.url(),
        "schema.registry.timeout.ms=1000",
        "streams.producer.transaction.timeout.ms=3000",
        "streams.main.consumer.max.poll.interval.ms=5000",
        "stale.after.ms=600000");
  }
}
