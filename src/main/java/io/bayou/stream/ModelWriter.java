package io.bayou.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.state.EvaluationCodec;
import io.bayou.codec.state.EvaluationParts;
import io.bayou.codec.state.ModelDefinitionCodec;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.keyed.KeyedEvents;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Changes the compacted topics of one model from outside the stream, in transactions. Opening a
 * writer fences earlier ones with the same purpose. Read after opening: if {@link #commit} then
 * succeeds, no other writer has changed what was read.
 *
 * <p>Not thread-safe.
 */
public final class ModelWriter implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final int TRANSACTION_TIMEOUT_MILLIS = 60_000;

  private final KafkaCluster cluster;
  private final TopicsConfig topics;
  private final String model;
  private final Producer<byte[], byte[]> producer;
  private final SnapshotCodec rows = new SnapshotCodec();
  private final EvaluationCodec evaluations = new EvaluationCodec();
  private boolean open;

  private ModelWriter(KafkaCluster cluster, String model, Producer<byte[], byte[]> producer) {
    this.cluster = cluster;
    topics = cluster.config().topics();
    this.model = model;
    this.producer = producer;
  }

  /** For short changes of the definition: read it, change it, commit. */
  public static ModelWriter ofDefinition(KafkaCluster cluster, String model) {
    return open(cluster, model, "-define-");
  }

  /** For the rows of a replay, a long-running writer. */
  public static ModelWriter ofReplay(KafkaCluster cluster, String model) {
    return open(cluster, model, "-replay-");
  }

  private static ModelWriter open(KafkaCluster cluster, String model, String purpose) {
    AppConfig config = cluster.config();
    Map<String, Object> settings = new HashMap<>(config.kafka().producer());
    settings.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, config.stream().applicationId() + purpose + model);
    settings.putIfAbsent(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS);
    settings.putIfAbsent(ProducerConfig.LINGER_MS_CONFIG, 5);
    Producer<byte[], byte[]> producer = cluster.producer(settings);
    try {
      producer.initTransactions();
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      throw e;
    }
    return new ModelWriter(cluster, model, producer);
  }

  public void define(ModelDefinition definition) {
    byte[] value = new ModelDefinitionCodec().encode(definition);
    send(topics.models(), model.getBytes(UTF_8), value);
  }

  public void publish(SnapshotRow row) {
    RowKeys key = new RowKeys(row.model(), row.version(), row.source(), row.row(), row.part());
    send(topics.snapshots(), key.toBytes(), rows.encode(row));
  }

  /**
   * Sends events to the models of their keys, within the transaction. It locks this writer to do
   * so: several threads may have one each.
   */
  public KeyedEvents keyedEvents() {
    return new KeyedEvents(topics.keyed().isPresent(), this::keyedPartitions, this::send);
  }

  private int keyedPartitions() {
    try (var consumer = cluster.consumer(cluster.config().kafka().consumer())) {
      return consumer.partitionsFor(topics.keyed().orElseThrow()).size();
    }
  }

  private synchronized void send(Record<byte[], byte[]> bundle) {
    String topic = topics.keyed().orElseThrow();
    int partition = Integer.parseInt(new String(bundle.key(), UTF_8));
    send(new ProducerRecord<>(topic, partition, bundle.timestamp(), bundle.key(), bundle.value()));
  }

  /** Publishes the evaluation of one source. */
  public void publish(Evaluation evaluation) {
    int part = 0;
    for (Evaluation each : EvaluationParts.of(evaluation, Publisher.EVALUATION_BYTES)) {
      EvaluationKey key = new EvaluationKey(each.model(), each.version(), each.source(), part++);
      send(topics.evaluations(), key.toBytes(), evaluations.encode(each));
    }
  }

  /** Deletes everything that was published for a version. */
  public void withdraw(SharedModels published, int version) {
    for (RowKeys key : published.keys(model, version)) {
      send(topics.snapshots(), key.toBytes(), null);
    }
    for (EvaluationKey key : published.evaluations().keys(model, version)) {
      send(topics.evaluations(), key.toBytes(), null);
    }
  }

  /** Deletes the model and everything that was published for it. */
  public void delete(ModelDefinition definition) {
    define(definition.deleted());
    new ModelTopics(cluster)
        .publishedKeys(model)
        .forEach((topic, keys) -> keys.forEach(key -> send(topic, key.getBytes(UTF_8), null)));
  }

  private void send(String topic, byte[] key, byte[] value) {
    send(new ProducerRecord<>(topic, key, value));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a record that was lost fails the commit
  private void send(ProducerRecord<byte[], byte[]> record) {
    unlessOverruled(
        () -> {
          if (!open) {
            producer.beginTransaction();
            open = true;
          }
          producer.send(record);
        });
  }

  private void unlessOverruled(Runnable step) {
    try {
      step.run();
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw new OverruledException(model, e);
    }
  }

  /**
   * Makes everything since the last commit visible at once.
   *
   * @throws OverruledException if another writer of the model was opened meanwhile
   */
  public void commit() {
    if (open) {
      unlessOverruled(producer::commitTransaction);
      open = false;
    }
  }

  /** Aborts what was not committed. */
  @Override
  public void close() {
    producer.close(CLOSE_TIMEOUT); // aborts what is open
  }

  /** Another command is changing the same model. */
  public static final class OverruledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OverruledException(String model, Throwable cause) {
      super("another command is changing model '" + model + "'; this one has given way", cause);
    }
  }
}
