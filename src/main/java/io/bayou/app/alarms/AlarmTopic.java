package io.bayou.app.alarms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.config.AppConfig;
import io.bayou.http.Alarm;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The alarms topic: the latest alarm of each kind and model, of the whole cluster. Each change
 * reads what stands there and writes in a transaction that shuts out the other instances meanwhile,
 * so that an alarm is written once, however many instances notice it, and not again after a
 * restart.
 */
final class AlarmTopic {
  private static final Logger log = LoggerFactory.getLogger(AlarmTopic.class);
  private static final int ATTEMPTS = 10;

  private final KafkaCluster cluster;
  private final String topic;

  AlarmTopic(KafkaCluster cluster) {
    this.cluster = cluster;
    topic = cluster.config().topics().alarms();
  }

  /** Derives what is written from what stands there; empty to write nothing. */
  private interface Change {
    Optional<AlarmRecord> of(SortedMap<String, AlarmRecord> present);
  }

  /**
   * Writes an alarm, unless it stands there already.
   *
   * @return what was written
   * @throws KafkaException if it could not be written
   */
  Optional<AlarmRecord> raise(Alarm alarm) {
    AlarmRecord next = AlarmRecord.of(alarm);
    String key = AlarmRecord.key(alarm.kind(), alarm.model());
    return change(
        present ->
            present.containsKey(key) && next.repeats(present.get(key))
                ? Optional.empty()
                : Optional.of(next));
  }

  /** Clears an alarm, if it stands there; as {@link #raise}. */
  Optional<AlarmRecord> clear(Alarm.Kind kind, String model, long now) {
    return change(
        present ->
            Optional.ofNullable(present.get(AlarmRecord.key(kind, model)))
                .filter(AlarmRecord::isRaised)
                .map(record -> record.clearedAt(now)));
  }

  private Optional<AlarmRecord> change(Change change) {
    for (int attempt = 1; ; attempt++) {
      try (Producer<byte[], byte[]> producer = producer()) {
        return write(change, producer);
      } catch (ProducerFencedException | InvalidProducerEpochException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        log.debug("another instance writes an alarm at the same time", e);
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a record that was lost fails the commit
  private Optional<AlarmRecord> write(Change change, Producer<byte[], byte[]> producer) {
    producer.initTransactions(); // from here on no other instance writes
    Optional<AlarmRecord> next = change.of(read());
    next.ifPresent(
        record -> {
          producer.beginTransaction();
          producer.send(new ProducerRecord<>(topic, record.key(), record.json()));
          producer.commitTransaction();
        });
    return next;
  }

  private Producer<byte[], byte[]> producer() {
    AppConfig config = cluster.config();
    Map<String, Object> settings = new HashMap<>(config.kafka().producer());
    settings.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, config.stream().applicationId() + "-alarms");
    settings.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
    settings.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    return cluster.producer(settings);
  }

  /**
   * By key, the latest record of each kind and model.
   *
   * @throws KafkaException if the topic cannot be read
   */
  SortedMap<String, AlarmRecord> read() {
    SortedMap<String, AlarmRecord> records = new TreeMap<>();
    try (TopicReader reader = new TopicReader(cluster, List.of(topic))) {
      reader.catchUp(
          record -> {
            String key = record.key() == null ? "" : new String(record.key(), UTF_8);
            records.remove(key);
            readable(record.value()).ifPresent(alarm -> records.put(key, alarm));
          });
    }
    return records;
  }

  /* One that a newer build has written is its own business. */
  private static Optional<AlarmRecord> readable(byte[] value) {
    try {
      return Optional.ofNullable(value).map(AlarmRecord::read);
    } catch (BadRecordException e) {
      log.debug("an alarm is skipped: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
