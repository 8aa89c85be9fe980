package io.bayou.stream;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the topology until it is closed or fails. A bad record never gets here; whatever does is a
 * fault of the program or of the cluster, and stops this instance without committing.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(StreamsRunner.class);

  private final KafkaStreams streams;
  private final SharedModels shared = new SharedModels();
  private final Activity activity = new Activity();
  private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
  private final ReadinessProbe probe = new ReadinessProbe();
  private final Duration shutdownTimeout;

  /**
   * @param settings settings of Kafka Streams; the dead-letter handling is added to them
   */
  public StreamsRunner(StreamOptions options, Properties settings, Duration shutdownTimeout) {
    this.shutdownTimeout = shutdownTimeout;
    Topology topology = LearningTopology.build(options, shared, activity);
    streams = new KafkaStreams(topology, withDeadLetters(settings, options, activity));
    streams.setUncaughtExceptionHandler(this::fail);
    probe.watch(streams);
  }

  /** The settings with everything that the dead-letter handling needs. */
  static Properties withDeadLetters(Properties settings, StreamOptions options, Activity activity) {
    Properties all = new Properties();
    all.putAll(settings);
    all.put(
        StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG, options.topics().deadLetters());
    all.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, DeadLetters.class);
    all.put(DeadLetters.ACTIVITY, activity);
    return all;
  }

  private StreamThreadExceptionResponse fail(Throwable cause) {
    log.debug("a stream thread failed", cause);
    failure.complete(cause);
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  public void start() {
    streams.start();
  }

  /** Whether this instance has its tasks, with their state restored, or is left without any. */
  public boolean isReady() {
    return readiness().isReady();
  }

  /** How far this instance has come. */
  public Readiness readiness() {
    return probe.readiness(streams);
  }

  public KafkaStreams streams() {
    return streams;
  }

  public SharedModels models() {
    return shared;
  }

  public Activity activity() {
    return activity;
  }

  /** Completed with the cause if the stream fails; never otherwise. */
  public CompletableFuture<Throwable> failure() {
    return failure;
  }

  /** Commits, leaves the group and stops; waits no longer than the shutdown timeout. */
  @Override
  public void close() {
    // Left to itself, Kafka Streams stays in the group, and nobody takes over until it times out.
    CloseOptions leaving =
        CloseOptions.timeout(shutdownTimeout)
            .withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP);
    if (!streams.close(leaving)) {
      log.warn("the stream did not stop within {} ms", shutdownTimeout.toMillis());
    }
  }
}
