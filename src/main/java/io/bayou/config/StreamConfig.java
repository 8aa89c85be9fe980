package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/**
 * How the stream runs.
 *
 * @param applicationId the consumer group, and what internal topics begin with
 * @param processingGuarantee Kafka's word: {@code exactly_once_v2} or {@code at_least_once}
 * @param stateDirectory where state stores are kept; not shared by two instances
 * @param snapshotInterval how often changed models are published
 * @param snapshotEveryEvents after how many learned events a model is published earlier
 * @param staleAfter how old the others' published state may get before answers are flagged
 */
public record StreamConfig(
    String applicationId,
    String processingGuarantee,
    Duration commitInterval,
    int threads,
    Path stateDirectory,
    Duration snapshotInterval,
    long snapshotEveryEvents,
    Duration staleAfter,
    Duration shutdownTimeout) {

  private static final String APPLICATION_ID = "application.id";
  private static final String PROCESSING_GUARANTEE = "processing.guarantee";
  private static final String COMMIT_INTERVAL_MS = "commit.interval.ms";
  private static final String THREADS = "num.stream.threads";
  private static final String STATE_DIR = "state.dir";
  private static final String SNAPSHOT_INTERVAL_MS = "snapshot.interval.ms";
  private static final String SNAPSHOT_EVERY_EVENTS = "snapshot.every.events";
  private static final String STALE_AFTER_MS = "stale.after.ms";
  private static final String SHUTDOWN_TIMEOUT_MS = "shutdown.timeout.ms";

  static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(
              APPLICATION_ID,
              STRING,
              "bayou",
              Validators.name(),
              HIGH,
              "Consumer group, and prefix of the changelog. Instances with the same id share the"
                  + " work.")
          .define(
              PROCESSING_GUARANTEE,
              STRING,
              "exactly_once_v2",
              ValidString.in("exactly_once_v2", "at_least_once"),
              MEDIUM,
              "Whether a crash may count events twice (at_least_once) or not (exactly_once_v2).")
          .define(
              COMMIT_INTERVAL_MS,
              LONG,
              100L,
              Range.atLeast(1L),
              MEDIUM,
              "Time between commits, in milliseconds. A commit makes predictions visible.")
          .define(
              THREADS,
              INT,
              1,
              Range.atLeast(1),
              MEDIUM,
              "Number of stream threads. Threads beyond the number of partitions are idle.")
          .define(
              STATE_DIR,
              STRING,
              "{data.dir}/state",
              new ConfigDef.NonEmptyString(),
              HIGH,
              "Directory for local files of Kafka Streams. Give each instance on a machine its own."
                  + " Bayou's stores are in memory and restored from the changelog.")
          .define(
              SNAPSHOT_INTERVAL_MS,
              LONG,
              1_000L,
              Range.atLeast(10L),
              MEDIUM,
              "Time between snapshots of a changed model, in milliseconds.")
          .define(
              SNAPSHOT_EVERY_EVENTS,
              LONG,
              10_000L,
              Range.atLeast(1L),
              LOW,
              "Number of learned events after which a snapshot is published early.")
          .define(
              STALE_AFTER_MS,
              LONG,
              60_000L,
              Range.atLeast(1L),
              LOW,
              "Max age, in milliseconds, of the latest heartbeat of other partitions. Beyond it,"
                  + " predictions have the flag STALE_MODEL.")
          .define(
              SHUTDOWN_TIMEOUT_MS,
              LONG,
              30_000L,
              Range.atLeast(0L),
              LOW,
              "Max time, in milliseconds, that a shutdown waits for work in progress.");

  static StreamConfig from(AbstractConfig values) {
    return new StreamConfig(
        values.getString(APPLICATION_ID),
        values.getString(PROCESSING_GUARANTEE),
        Duration.ofMillis(values.getLong(COMMIT_INTERVAL_MS)),
        values.getInt(THREADS),
        Path.of(values.getString(STATE_DIR)),
        Duration.ofMillis(values.getLong(SNAPSHOT_INTERVAL_MS)),
        values.getLong(SNAPSHOT_EVERY_EVENTS),
        Duration.ofMillis(values.getLong(STALE_AFTER_MS)),
        Duration.ofMillis(values.getLong(SHUTDOWN_TIMEOUT_MS)));
  }
}
