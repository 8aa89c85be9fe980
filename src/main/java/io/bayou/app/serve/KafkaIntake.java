package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.http.EventIntake;
import io.bayou.http.EventIntake.Receipt;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Writes events to their topics. */
final class KafkaIntake implements EventIntake, AutoCloseable {
  /* A client waits: fail soon, and before its request times out. */
  private static final int MAX_BLOCK_MILLIS = 3_000;
  private static final int REQUEST_TIMEOUT_MILLIS = 4_000;
  private static final int DELIVERY_TIMEOUT_MILLIS = 9_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;

  KafkaIntake(AppConfig config) {
    Map<String, Object> settings = config.kafka().producer();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
    settings.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
    settings.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
    producer = KafkaCluster.of(config).producer(settings);
  }

  @Override
  public CompletableFuture<Receipt> send(String topic, byte[] key, byte[] event) {
    CompletableFuture<Receipt> receipt = new CompletableFuture<>();
    try {
      var unused =
          producer.send( // the callback completes the receipt
              new ProducerRecord<>(topic, key, event),
              (sent, failure) -> {
                if (failure == null) {
                  receipt.complete(new Receipt(sent.topic(), sent.partition(), sent.offset()));
                } else {
                  receipt.completeExceptionally(failure);
                }
              });
    } catch (KafkaException e) {
      receipt.completeExceptionally(e);
    }
    return receipt;
  }

  @Override
  public void close() {
    producer.close(CLOSE_TIMEOUT);
  }
}
