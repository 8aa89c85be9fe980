package io.bayou.stream.topics;

import io.bayou.config.AppConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A cluster in the memory of a test: logs that grow, are cut and have open transactions, one
 * consumer group, and producers that shut one another out by their transactional ID.
 */
public final class FakeKafka implements KafkaCluster {
  private final AppConfig config;
  private final Map<TopicPartition, FakeLog> logs =
      new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
  private final Map<String, MockProducer<byte[], byte[]>> producers = new HashMap<>();
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private final FakeGroup group = new FakeGroup();
  private int pollSize = 3;
  private Runnable beforePoll = () -> {};

  public FakeKafka(AppConfig config) {
    this.config = config;
  }

  public FakeKafka withTopic(String name, int partitions) {
    for (int partition = 0; partition < partitions; partition++) {
      logs.put(new TopicPartition(name, partition), new FakeLog());
    }
    return this;
  }

  /** What a poll brings at most, of each partition. */
  public void pollSize(int records) {
    pollSize = records;
  }

  int pollSize() {
    return pollSize;
  }

  /** Runs before each poll of any consumer. */
  public void beforePoll(Runnable action) {
    beforePoll = action;
  }

  void polling() {
    beforePoll.run();
  }

  /** Appends a record and returns its offset. */
  public synchronized long append(
      String topic, int partition, long time, byte[] key, byte[] value) {
    FakeLog log = log(new TopicPartition(topic, partition));
    long offset = log.end;
    log.records.add(
        new ConsumerRecord<>(
            topic,
            partition,
            offset,
            time,
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value,
            new RecordHeaders(),
            java.util.Optional.empty()));
    log.end++;
    return offset;
  }

  /** Lets retention delete what lies before an offset. */
  public synchronized void cut(TopicPartition partition, long first) {
    log(partition).first = first;
    log(partition).records.removeIf(record -> record.offset() < first);
  }

  /** Leaves offsets without a record at the end, as the marks of transactions do. */
  public synchronized void skip(TopicPartition partition, int offsets) {
    log(partition).end += offsets;
  }

  /** Opens a transaction at an offset: nothing from there on is committed. */
  public synchronized void openTransaction(TopicPartition partition, long offset) {
    log(partition).stable = offset;
  }

  public FakeGroup group() {
    return group;
  }

  /** All that is kept of a topic, partition by partition. */
  public synchronized List<ConsumerRecord<byte[], byte[]>> records(String topic) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    logs.forEach(
        (partition, log) -> {
          if (partition.topic().equals(topic)) {
            all.addAll(log.records);
          }
        });
    return all;
  }

  /** How many clients were opened and not closed. */
  public int openClients() {
    return open.size();
  }

  synchronized void opened(AutoCloseable client) {
    open.add(client);
  }

  void closed(AutoCloseable client) {
    open.remove(client);
  }

  Map<TopicPartition, FakeLog> logs() {
    return logs;
  }

  FakeLog log(TopicPartition partition) {
    FakeLog log = logs.get(partition);
    if (log == null) {
      throw new IllegalArgumentException("there is no partition " + partition);
    }
    return log;
  }

  @Override
  public AppConfig config() {
    return config;
  }

  @Override
  public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    boolean committed =
        "read_committed".equals(settings.get(ConsumerConfig.ISOLATION_LEVEL_CONFIG));
    return new FakeConsumer(this, committed);
  }

  @Override
  public synchronized Producer<byte[], byte[]> producer(Map<String, Object> settings) {
    String id = settings.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG).toString();
    return new TransactionalProducer(id);
  }

  @Override
  public Admin admin(Map<String, Object> settings) {
    return FakeAdmin.of(this);
  }

  /** One partition. */
  static final class FakeLog {
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    long first;
    long end;
    long stable = Long.MAX_VALUE;

    long end(boolean committed) {
      return committed ? Math.min(end, stable) : end;
    }
  }

  /** The consumer group of the stream. */
  public static final class FakeGroup {
    final Map<TopicPartition, OffsetAndMetadata> committed = new ConcurrentHashMap<>();
    volatile boolean running;
    volatile boolean known = true;
    final AtomicInteger pendingAnswers = new AtomicInteger();
    volatile RuntimeException failure;

    public void commit(TopicPartition partition, long offset) {
      committed.put(partition, new OffsetAndMetadata(offset));
    }

    /** Whether an instance is a member. */
    public void running(boolean value) {
      running = value;
    }

    /** As if no instance had ever run. */
    public void unknown() {
      known = false;
    }

    /** Leaves partitions out of the next answers, as Kafka does while a commit is pending. */
    public void pendingFor(int answers) {
      pendingAnswers.set(answers);
    }

    /** Answers every question about the group with a failure. */
    public void failWith(RuntimeException cause) {
      failure = cause;
    }
  }

  private final class TransactionalProducer extends MockProducer<byte[], byte[]> {
    private final String id;

    TransactionalProducer(String id) {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
      this.id = id;
      opened(this);
    }

    @Override
    public void initTransactions() {
      super.initTransactions();
      synchronized (FakeKafka.this) {
        MockProducer<byte[], byte[]> former = producers.put(id, this);
        if (former != null && !former.closed()) {
          former.fenceProducer();
        }
      }
    }

    @Override
    public void commitTransaction() {
      List<ProducerRecord<byte[], byte[]>> sent = List.copyOf(uncommittedRecords());
      super.commitTransaction();
      synchronized (FakeKafka.this) {
        sent.forEach(
            record ->
                append(
                    record.topic(), 0, System.currentTimeMillis(), record.key(), record.value()));
        sent.stream()
            .map(ProducerRecord::topic)
            .distinct()
            .forEach(topic -> skip(new TopicPartition(topic, 0), 1));
      }
    }

    @Override
    public void close(java.time.Duration timeout) {
      FakeKafka.this.closed(this);
      super.close(timeout);
    }
  }
}
