package io.bayou.app.serve;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.codec.BadRecordException;
import io.bayou.config.TopicsConfig;
import io.bayou.replay.LearnedSince;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Sends dead letters back to the topics that they came from, each once. What was sent and how far
 * the dead letters were read is committed in the same transaction, for each reason in a consumer
 * group of its own: one reason can be sent again without the others.
 */
final class DeadLetterRetry {
  /**
   * What was done.
   *
   * @param cut letters that are not whole
   * @param foreign letters of topics that these settings do not read
   * @param learned letters that a model has learned where they lie
   */
  record Outcome(long sent, long cut, long foreign, long learned) {}

  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaCluster cluster;
  private final List<BadRecordException.Reason> reasons;
  private final LongConsumer progress;
  private final String id;
  private final Set<String> inputs = new HashSet<>();
  private final Map<String, ConsumerGroupMetadata> groups = new HashMap<>();
  private long sent;
  private long cut;
  private long foreign;
  private long learned;
  private Optional<LearnedSince> models = Optional.empty(); // read if a letter needs them

  /**
   * @param progress receives the number of letters that were read
   */
  DeadLetterRetry(
      KafkaCluster cluster, Optional<BadRecordException.Reason> reason, LongConsumer progress) {
    this.cluster = cluster;
    this.progress = progress;
    reasons = reason.map(List::of).orElse(List.of(BadRecordException.Reason.values()));
    id = cluster.config().stream().applicationId() + "-dead-letters-retry";
    TopicsConfig topics = cluster.config().topics();
    inputs.addAll(topics.labeled());
    inputs.addAll(topics.unlabeled());
    inputs.addAll(topics.join().labels());
  }

  /** Counts what {@link #run} would do. */
  Outcome count() {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      return read(consumer, Optional.empty());
    }
  }

  Outcome run() {
    Map<String, Object> settings = cluster.config().kafka().producer();
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    try (Producer<byte[], byte[]> producer = cluster.producer(settings);
        Consumer<byte[], byte[]> consumer = consumer()) {
      reasons.forEach(reason -> groups.put(reason.name(), metadata(group(reason.name()))));
      producer.initTransactions(); // ends what an earlier run has left open
      return read(consumer, Optional.of(producer));
    }
  }

  /* Only a consumer makes it; this one never connects. */
  private ConsumerGroupMetadata metadata(String group) {
    Map<String, Object> settings = settings();
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    try (Consumer<byte[], byte[]> consumer = cluster.consumer(settings)) {
      return consumer.groupMetadata();
    }
  }

  private Consumer<byte[], byte[]> consumer() {
    return cluster.consumer(settings());
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = cluster.config().kafka().consumer();
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.putIfAbsent(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    return settings;
  }

  private Outcome read(
      Consumer<byte[], byte[]> consumer, Optional<Producer<byte[], byte[]>> producer) {
    List<TopicPartition> partitions =
        KafkaCluster.partitions(consumer, List.of(cluster.config().topics().deadLetters()));
    Map<String, Map<TopicPartition, Long>> done = done();
    seek(consumer, partitions, done);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long read = 0;
    while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
      ConsumerRecords<byte[], byte[]> batch = consumer.poll(POLL);
      List<ProducerRecord<byte[], byte[]>> letters = originals(batch, ends, done);
      producer.ifPresent(to -> commit(to, letters, reached(consumer, ends), done));
      sent += letters.size();
      read += batch.count();
      progress.accept(read);
    }
    return new Outcome(sent, cut, foreign, learned);
  }

  private static void seek(
      Consumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Map<String, Map<TopicPartition, Long>> done) {
    consumer.assign(partitions);
    Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions);
    for (TopicPartition partition : partitions) {
      long from =
          done.values().stream()
              .mapToLong(offsets -> offsets.getOrDefault(partition, 0L))
              .min()
              .orElse(0L);
      consumer.seek(partition, Math.max(from, first.get(partition)));
    }
  }

  private List<ProducerRecord<byte[], byte[]>> originals(
      ConsumerRecords<byte[], byte[]> batch,
      Map<TopicPartition, Long> ends,
      Map<String, Map<TopicPartition, Long>> done) {
    List<ProducerRecord<byte[], byte[]>> originals = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      TopicPartition partition = new TopicPartition(record.topic(), record.partition());
      DeadLetter letter = new DeadLetter(record);
      Map<TopicPartition, Long> before = done.get(letter.reason());
      if (before != null
          && record.offset() < ends.get(partition)
          && record.offset() >= before.getOrDefault(partition, 0L)) {
        original(letter).ifPresent(originals::add);
      }
    }
    return originals;
  }

  /* A poll may bring letters that were written after the start; they are for the next run. */
  private static Map<TopicPartition, Long> reached(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, Long> reached = new HashMap<>();
    ends.forEach((p, end) -> reached.put(p, Math.min(end, consumer.position(p))));
    return reached;
  }

  /** The next letter of each reason, by partition. */
  private Map<String, Map<TopicPartition, Long>> done() {
    Map<String, Map<TopicPartition, Long>> done = new HashMap<>();
    ListConsumerGroupOffsetsOptions stable =
        new ListConsumerGroupOffsetsOptions().requireStable(true);
    try (Admin admin = cluster.admin(cluster.config().kafka().admin())) {
      for (BadRecordException.Reason reason : reasons) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get(admin
                .listConsumerGroupOffsets(group(reason.name()), stable)
                .partitionsToOffsetAndMetadata())
            .forEach(
                (partition, offset) -> {
                  if (offset != null) {
                    offsets.put(partition, offset.offset());
                  }
                });
        done.put(reason.name(), offsets);
      }
    }
    return done;
  }

  private String group(String reason) {
    return id + "-" + reason;
  }

  private Optional<ProducerRecord<byte[], byte[]>> original(DeadLetter letter) {
    Optional<Integer> partition = letter.sourcePartition();
    if (letter.truncated().isPresent()) {
      cut++;
      return Optional.empty();
    }
    if (partition.isEmpty() || !inputs.contains(letter.sourceTopic())) {
      foreign++;
      return Optional.empty();
    }
    if (isLearned(letter, new TopicPartition(letter.sourceTopic(), partition.get()))) {
      learned++;
      return Optional.empty();
    }
    return Optional.of(
        new ProducerRecord<>(
            letter.sourceTopic(),
            partition.get(),
            letter.record().key(),
            letter.record().value(),
            letter.originalHeaders()));
  }

  /* A version whose classes include the label has learned the record in a replay, or live while
   * another version answered. */
  private boolean isLearned(DeadLetter letter, TopicPartition source) {
    if (!letter.reason().equals(BadRecordException.Reason.UNKNOWN_CLASS.name())
        || letter.sourceOffset().isEmpty()
        || letter.record().value() == null) {
      return false;
    }
    LearnedSince known = models.orElseGet(() -> new LearnedSince(cluster));
    models = Optional.of(known);
    return known.isLearned(source, letter.sourceOffset().get(), letter.record().value());
  }

  private void commit(
      Producer<byte[], byte[]> producer,
      List<ProducerRecord<byte[], byte[]>> letters,
      Map<TopicPartition, Long> reached,
      Map<String, Map<TopicPartition, Long>> done) {
    producer.beginTransaction();
    for (ProducerRecord<byte[], byte[]> letter : letters) {
      var unused = producer.send(letter); // the commit fails if one of them did
    }
    done.forEach(
        (reason, before) -> {
          Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
          reached.forEach(
              (partition, offset) ->
                  offsets.put(
                      partition,
                      new OffsetAndMetadata(Math.max(offset, before.getOrDefault(partition, 0L)))));
          producer.sendOffsetsToTransaction(offsets, groups.get(reason));
        });
    producer.commitTransaction();
  }
}
