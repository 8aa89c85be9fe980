package io.bayou.stream.order;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
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
  private final Set<String> gated;
  private final Supplier<RecordGate> gates;

  /**
   * @param topics whose records are ordered
   * @param held whose records the main consumer does not return
   * @param lost told of records that were deleted before they were read
   */
  public TimeOrderedClients(Collection<String> topics, HeldPartitions held, LostRecords lost) {
    this(topics, held, lost, Set.of(), () -> RecordGate.OPEN);
  }

  /**
   * Clients that also hold the records that cannot be processed yet.
   *
   * @param gated topics that are not ordered, whose records may have to wait as well
   * @param gates creates one for each stream thread
   */
  public TimeOrderedClients(
      Collection<String> topics,
      HeldPartitions held,
      LostRecords lost,
      Collection<String> gated,
      Supplier<RecordGate> gates) {
    this.lost = requireNonNull(lost, "lost");
    this.topics = Set.copyOf(topics);
    this.held = requireNonNull(held, "held");
    this.gated = Set.copyOf(gated);
    this.gates = gates;
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return TimeOrderedConsumer.of(
        consumer(config), new TimeOrder(topics, gated, gates.get()), held, lost);
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
