package io.bayou.stream.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.codec.schema.TestRegistry;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.ModelDefinition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SchemaGateTest {
  private static final int UNAVAILABLE = 503;
  private static final String SCHEMA =
      "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}";

  private final TestRegistry registry = new TestRegistry().putSchema(1, "AVRO", SCHEMA);
  private final RegistryOptions options = registry.options(RegistryOptions.Type.CONFLUENT);
  private final AwaitedSchemas awaited =
      new AwaitedSchemas(SchemaCache.of(options), Duration.ofMillis(10));
  private final List<ModelDefinition> models = new ArrayList<>();
  private final SchemaGate gate =
      new SchemaGate(awaited, options, models::size, () -> List.copyOf(models));

  @AfterEach
  void close() {
    awaited.close();
    registry.close();
  }

  private void define(String name, String spec) {
    models.add(ModelDefinition.first(name, SpecCodec.read("spec", spec), 0L));
  }

  private boolean admits(String topic, byte[] value) {
    return gate.admits(new ConsumerRecord<>(topic, 0, 0L, null, value));
  }

  private static byte[] named(int schemaId) {
    return ByteBuffer.allocate(7).put((byte) 0).putInt(schemaId).array();
  }

  @Test
  void shouldLetARecordPassAsSoonAsItsSchemaIsKnown() {
    define("m", "{input: {topics: [payments], label: state}}");
    Awaitility.await().until(() -> admits("payments", named(1)));

    registry.failWith(UNAVAILABLE);
    assertThat(admits("payments", named(1))).as("known").isTrue();
    assertThat(admits("payments", named(2))).isFalse();
    Awaitility.await().until(() -> awaited.waiting() == 1);
    assertThat(admits("payments", named(2))).isFalse();

    registry.putSchema(2, "AVRO", SCHEMA).failWith(0);
    Awaitility.await().until(() -> admits("payments", named(2)));
    assertThat(awaited.waiting()).isZero();
  }

  @Test
  void shouldLetARecordPassThatIsADeadLetterAnyhow() {
    define("m", "{input: {topics: [payments], label: state}}");

    Awaitility.await("the registry has no such schema").until(() -> admits("payments", named(7)));
    assertThat(admits("payments", named(-1))).isTrue();
    assertThat(registry.requests()).hasSize(1);
    assertThat(admits("payments", new byte[] {0, 1})).isTrue();
    assertThat(admits("payments", null)).isTrue();
  }

  @Test
  void shouldHoldNothingThatNeedsNoRegistry() {
    registry.failWith(UNAVAILABLE);
    define("json", "{input: {topics: [orders], format: json, label: state}}");
    define("any", "{input: {topics: [payments], label: state}}");

    assertThat(admits("orders", named(2))).isTrue();
    assertThat(admits("labeled", named(2))).as("read as Bayou's own events").isTrue();
    assertThat(admits("payments", "{\"id\": 1}".getBytes(UTF_8))).isTrue();
    assertThat(registry.requests()).isEmpty();
  }

  @Test
  void shouldHoldLabelsThatComeLater() {
    registry.failWith(UNAVAILABLE);
    define(
        "m",
        "{input: {topics: [payments], id: id, format: json},"
            + " labels: {topics: [chargebacks], id: id, label: state}}");

    assertThat(admits("chargebacks", named(2))).isFalse();
    assertThat(admits("payments", named(2))).isTrue();
  }

  @Test
  void shouldHoldTheTopicsOfTheSameModel() {
    define("m", "{input: {topics: [payments, refunds], label: state}}");
    define("n", "{input: {topics: [refunds, orders], label: state}}");
    assertThat(admits("payments", new byte[] {1})).isTrue(); // which looks at the models

    assertThat(gate.isHeldWith("payments", "payments")).isTrue();
    assertThat(gate.isHeldWith("payments", "refunds")).isTrue();
    assertThat(gate.isHeldWith("payments", "orders")).isFalse();
    assertThat(gate.isHeldWith("refunds", "orders")).isTrue();
    assertThat(gate.isHeldWith("payments", "labeled")).isFalse();
  }
}
