package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.DeadLetters;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads committed predictions and dead letters from now on, as any consumer would. */
final class AnswerReader implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AnswerReader.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final String predictions;
  private final Scoreboard scoreboard;
  private final Consumer<byte[], byte[]> consumer;
  private final PredictionDecoder decoder = new PredictionDecoder();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final Thread thread = new Thread(this::run, "demo-reader");

  /** Seeks to the end: everything that is written after this call will be read. */
  AnswerReader(KafkaCluster cluster, Scoreboard scoreboard) {
    TopicsConfig topics = cluster.config().topics();
    predictions = topics.predictions();
    this.scoreboard = scoreboard;
    Map<String, Object> settings = cluster.config().kafka().consumer();
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    consumer = cluster.consumer(settings);
    List<TopicPartition> partitions =
        KafkaCluster.partitions(consumer, List.of(predictions, topics.deadLetters()));
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position); // seeking is lazy
  }

  /** How many records these topics have had; call it before the start. */
  long recordsIn(Collection<String> topics) {
    List<TopicPartition> partitions = KafkaCluster.partitions(consumer, topics);
    return consumer.endOffsets(partitions).values().stream().mapToLong(end -> end).sum();
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Completed with the cause if reading fails; never otherwise. */
  CompletableFuture<Throwable> failure() {
    return failure;
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join(CLOSE_TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (consumer) {
      while (true) {
        consumer.poll(POLL).forEach(this::read);
      }
    } catch (WakeupException e) {
      log.debug("reading has ended");
    } catch (KafkaException e) {
      failure.complete(e);
    }
  }

  private void read(ConsumerRecord<byte[], byte[]> record) {
    if (!record.topic().equals(predictions)) {
      Header reason = record.headers().lastHeader(DeadLetters.REASON);
      scoreboard.deadLetter(reason == null ? "?" : new String(reason.value(), UTF_8));
      return;
    }
    try {
      scoreboard.answered(decoder.decode(record.value()));
    } catch (BadRecordException e) { // anybody may write to the topic
      log.debug("not a prediction at {}-{}", record.partition(), record.offset(), e);
    }
  }
}
