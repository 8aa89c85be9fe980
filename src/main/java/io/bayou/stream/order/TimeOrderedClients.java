package io.bayou.stream.order;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of Kafka Streams, of which the main consumer reads in the order of time. */
public final class TimeOrderedClients implements KafkaClientSupplier {
  private final Set<String> topics;
  private final HeldPartitions held;
  private final LostRecords lost;

  /**
   * @param topics whose records are ordered
   * @param held whose records the main consumer does not return
   * @param lost told of records that were deleted before they were read
   */
  public TimeOrderedClients(Collection<String> topics, HeldPartitions held, LostRecords lost) {
    this.lost = requireNonNull(lost, "lost");
    this.topics = Set.copyOf(topics);
    this.held = requireNonNull(held, "held");
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return TimeOrderedConsumer.of(consumer(config), topics, held, lost);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return consumer(config);
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return Admin.create(config);
  }

  private static Consumer<byte[], byte[]> consumer(Map<String, Object> config) {
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
