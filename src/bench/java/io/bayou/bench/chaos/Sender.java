package io.bayou.bench.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.chaos.Ledger.Kind;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records and enters acknowledged ones into the ledger. Thread-safe. */
final class Sender implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60 * 60_000;

  private final Producer<byte[], byte[]> producer;
  private final Ledger ledger;

  /**
   * Connects.
   *
   * @param compression {@code none}, {@code gzip}, ...
   */
  Sender(String bootstrapServers, Ledger ledger, String compression) {
    this.ledger = ledger;
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, compression);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, PATIENCE_MILLIS);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MILLIS);
    settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 15_000); // partitions may grow
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 32 << 20);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  void send(String topic, Kind kind, int number, byte[] value) {
    send(topic, kind, number, value, at -> {});
  }

  /** Sends a record, with an action to run on acknowledgement. */
  void send(
      String topic, Kind kind, int number, byte[] value, Consumer<RecordMetadata> acknowledged) {
    byte[] key = kind.key(number).getBytes(UTF_8);
    send(
        new ProducerRecord<>(topic, key, value),
        at -> {
          ledger.acknowledged(kind, number);
          acknowledged.accept(at);
        });
  }

  /** Sends with headers. */
  void send(String topic, Kind kind, int number, byte[] value, Headers headers) {
    byte[] key = kind.key(number).getBytes(UTF_8);
    send(
        new ProducerRecord<>(topic, null, null, key, value, headers),
        at -> ledger.acknowledged(kind, number));
  }

  /** Sends a record that is not in the ledger. */
  void send(String topic, byte[] key, byte[] value) {
    send(new ProducerRecord<>(topic, key, value), at -> {});
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of it
  private void send(ProducerRecord<byte[], byte[]> record, Consumer<RecordMetadata> acknowledged) {
    try {
      producer.send(
          record,
          (at, error) -> {
            if (error == null) {
              acknowledged.accept(at);
            } else {
              ledger.unconfirmed();
            }
          });
    } catch (KafkaException e) {
      ledger.unconfirmed();
    }
  }

  /** Waits until everything is acknowledged. */
  @Override
  public void close() {
    producer.close(Duration.ofMillis(PATIENCE_MILLIS));
  }
}
