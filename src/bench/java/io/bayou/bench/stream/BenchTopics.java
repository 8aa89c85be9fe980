package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Fills input topics and deletes output topics. */
public final class BenchTopics implements AutoCloseable {
  private static final int ATTEMPTS = 200;

  private final String servers;
  private final Admin admin;

  public BenchTopics(String servers) {
    this.servers = servers;
    admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers));
  }

  /** Creates an empty topic. */
  public void create(String topic, int partitions) throws InterruptedException {
    try {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
      awaitServed(topic, partitions);
    } catch (ExecutionException e) {
      throw new CommandFailed("topic " + topic + " could not be made: " + e.getCause(), e);
    }
  }

  /* A partition that its broker does not serve yet may accept a later batch before the first one,
   * from which a producer does not recover for two minutes. */
  private void awaitServed(String topic, int partitions)
      throws InterruptedException, ExecutionException {
    Map<TopicPartition, OffsetSpec> all = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      all.put(new TopicPartition(topic, partition), OffsetSpec.earliest());
    }
    for (int attempt = 1; ; attempt++) {
      try {
        admin.listOffsets(all).all().get();
        return;
      } catch (ExecutionException e) {
        if (attempt == ATTEMPTS || !(e.getCause() instanceof RetriableException)) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  /** Creates a topic with this many events. */
  public void load(String topic, Workload workload, Variant.Input input, long records)
      throws InterruptedException {
    create(topic, workload.partitions());
    SyntheticEvents events = new SyntheticEvents(workload);
    send(
        records,
        i -> {
          String id = id(i);
          byte[] value = events.next(id, input.isLabeled(i));
          int partition = (int) (i / 2 % workload.partitions()); // both kinds into each
          return new ProducerRecord<>(topic, partition, id.getBytes(UTF_8), value);
        });
  }

  /** Sends the labels of this many events; keys and partitions are others. */
  public void sendLabels(String topic, Workload workload, long records) {
    send(
        records,
        i -> {
          String label = "class-" + i % workload.classes();
          String json = "{\"event\":\"" + id(i) + "\",\"status\":\"" + label + "\"}";
          int partition = (int) (i % workload.partitions());
          return new ProducerRecord<>(topic, partition, null, json.getBytes(UTF_8));
        });
  }

  private static String id(long number) {
    return String.format(Locale.ROOT, "e-%08d", number);
  }

  /** Sends records, and waits until they are written. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears of failures
  public void send(long records, LongFunction<ProducerRecord<byte[], byte[]>> next) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (Producer<byte[], byte[]> producer = producer(servers, 20, 256 << 10)) {
      for (long i = 0; i < records; i++) {
        producer.send(next.apply(i), (at, error) -> failure.compareAndSet(null, error));
      }
    }
    if (failure.get() != null) {
      throw new CommandFailed("events could not be sent: " + failure.get(), failure.get());
    }
  }

  static Producer<byte[], byte[]> producer(String servers, int lingerMillis, int batchSize) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ProducerConfig.LINGER_MS_CONFIG,
            lingerMillis,
            ProducerConfig.BATCH_SIZE_CONFIG,
            batchSize),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** Deletes all topics with this prefix. */
  void delete(String prefix) throws InterruptedException {
    try {
      List<String> gone = new ArrayList<>();
      for (String name : admin.listTopics().names().get()) {
        if (name.startsWith(prefix)) {
          gone.add(name);
        }
      }
      admin.deleteTopics(gone).all().get();
    } catch (ExecutionException e) {
      throw new CommandFailed("topics could not be deleted: " + e.getCause(), e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
