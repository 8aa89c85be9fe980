package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.http.StreamQueries.Connection;
import io.bayou.stream.topics.KafkaFutures;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.ThreadMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every two seconds whether Kafka responds, and how large the lag is. It has its own client
 * and thread: the stream's clients wait for brokers silently, for as long as it takes.
 */
final class KafkaWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(KafkaWatch.class);

  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final int TIMEOUT_MILLIS = 4_000;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  private final Admin admin;
  private final KafkaConnection connection;
  private final EventLag lag;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(KafkaWatch::daemon);

  KafkaWatch(AppConfig config, KafkaStreams streams) {
    this(config, () -> eventPartitions(config.topics(), streams));
  }

  /**
   * @param partitions the event partitions that this instance reads
   */
  KafkaWatch(AppConfig config, Supplier<Set<TopicPartition>> partitions) {
    Map<String, Object> settings = config.kafka().admin();
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    admin = Admin.create(settings);
    connection = new KafkaConnection(config.kafka().bootstrapServers(), System::nanoTime);
    lag = new EventLag(admin, config.stream().applicationId(), partitions);
  }

  void start() {
    var unused =
        clock.scheduleWithFixedDelay(this::look, 0, EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static Set<TopicPartition> eventPartitions(TopicsConfig topics, KafkaStreams streams) {
    Set<TopicPartition> partitions = new HashSet<>();
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      thread.activeTasks().forEach(task -> partitions.addAll(task.topicPartitions()));
    }
    partitions.removeIf(
        partition ->
            !topics.labeled().contains(partition.topic())
                && !topics.unlabeled().contains(partition.topic()));
    return partitions;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "kafka-watch");
    thread.setDaemon(true);
    return thread;
  }

  /* An exception would cancel the scheduled task. */
  private void look() {
    try {
      if (answers()) {
        connection.answered();
        lag.update();
      } else {
        connection.unanswered();
      }
    } catch (RuntimeException e) {
      log.debug("the lag is unknown", e);
    }
  }

  /* A missing permission is a response, too. */
  private boolean answers() {
    try {
      KafkaFutures.get(admin.describeCluster().nodes());
      return true;
    } catch (RetriableException | InterruptException e) {
      return false;
    } catch (KafkaException e) {
      return true;
    }
  }

  Connection connection() {
    return connection.state();
  }

  /** The lag of this instance, as of a moment ago. */
  long lag() {
    return lag.latest();
  }

  @Override
  public void close() {
    clock.shutdownNow();
    admin.close(CLOSE_TIMEOUT);
  }
}
