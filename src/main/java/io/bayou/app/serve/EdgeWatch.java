package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.replay.EdgeUpgrade;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every few seconds whether a model with {@code bins: auto} is due for its edges. Of all
 * instances only the one does that which has the first partition of the first event topic.
 */
final class EdgeWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EdgeWatch.class);

  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final StreamsRunner runner;
  private final EdgeUpgrade upgrade;
  private final Optional<TopicPartition> first;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(EdgeWatch::daemon);

  private EdgeWatch(AppConfig config, StreamsRunner runner) {
    this.runner = runner;
    upgrade = new EdgeUpgrade(KafkaCluster.of(config), config.models().edgeExamples(), PAUSE);
    first =
        Stream.concat(config.topics().labeled().stream(), config.topics().unlabeled().stream())
            .findFirst()
            .map(topic -> new TopicPartition(topic, 0));
  }

  /** Starts to look, unless the settings say never. */
  static EdgeWatch start(AppConfig config, StreamsRunner runner) {
    EdgeWatch watch = new EdgeWatch(config, runner);
    if (config.models().edgeExamples() > 0) {
      var unused =
          watch.clock.scheduleWithFixedDelay(
              watch::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
    return watch;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "edge-watch");
    thread.setDaemon(true);
    return thread;
  }

  /* An exception would cancel the scheduled task. */
  private void look() {
    try {
      if (isFirst()) {
        upgrade.step(runner.models());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the instance stops
    } catch (KafkaException e) {
      log.warn("edges could not be found for now: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.error("edges could not be found", e);
    }
  }

  private boolean isFirst() {
    return runner.streams().metadataForLocalThreads().stream()
        .flatMap(thread -> thread.activeTasks().stream())
        .anyMatch(task -> first.isPresent() && task.topicPartitions().contains(first.get()));
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
