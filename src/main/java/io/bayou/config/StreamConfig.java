package io.bayou.config;

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
 * @param applicationId the consumer group, and prefix of internal topics
 * @param processingGuarantee Kafka's word: {@code exactly_once_v2} or {@code at_least_once}
 * @param stateDirectory of the state stores; each instance needs its own
 * @param snapshotInterval how often changed models are published
 * @param snapshotEveryEvents number of learned events after which a model is published early
 * @param snapshotBytesPerSecond how many bytes of one version a partition may publish
 * @param staleAfter max age of snapshots of other partitions before predictions are flagged
 */
public record StreamConfig(
    String applicationId,
    String processingGuarantee,
    Duration commitInterval,
    int threads,
    Path stateDirectory,
    Duration snapshotInterval,
    long snapshotEveryEvents,
    long snapshotBytesPerSecond,
    Duration staleAfter,
    Duration shutdownTimeout) {

  private static final String APPLICATION_ID = "application.id";
  private static final String PROCESSING_GUARANTEE = "processing.guarantee";
  private static final String COMMIT_INTERVAL_MS = "commit.interval.ms";
  private static final String THREADS = "num.stream.threads";
  private static final String STATE_DIR = "state.dir";
  private static final String SNAPSHOT_INTERVAL_MS = "snapshot.interval.ms";
  private static final String SNAPSHOT_EVERY_EVENTS = "snapshot.every.events";
  private static final String SNAPSHOT_BYTES = "snapshot.max.bytes.per.second";
  private static final String STALE_AFTER_MS = "stale.after.ms";
  private static final String SHUTDOWN_TIMEOUT_MS = "shutdown.timeout.ms";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(
              APPLICATION_ID,
              "Consumer group, and prefix of the changelog. Instances with the same id share the"
                  + " work.")
          .is(STRING, "bayou", SettingGroup.name())
          .setting(
              PROCESSING_GUARANTEE,
              "Whether a crash may count events twice (at_least_once) or not (exactly_once_v2).")
          .is(STRING, "exactly_once_v2", ValidString.in("exactly_once_v2", "at_least_once"))
          .setting(
              COMMIT_INTERVAL_MS,
              "Time between commits, in milliseconds. A commit makes predictions visible.")
          .is(LONG, 100L, Range.atLeast(1L))
          .setting(
              THREADS,
              "Number of stream threads. Threads beyond the number of partitions are idle.")
          .is(INT, 1, Range.atLeast(1))
          .setting(
              STATE_DIR,
              "Directory for local files of Kafka Streams. Give each instance on a machine its own."
                  + " Models are in memory and restored from the changelog; with `labels.topics`,"
                  + " what waits for labels is here, and with `keyed.enabled` models of keys.")
          .is(STRING, "{data.dir}/state", new ConfigDef.NonEmptyString())
          .setting(
              SNAPSHOT_INTERVAL_MS, "Time between snapshots of a changed model, in milliseconds.")
          .is(LONG, 1_000L, Range.atLeast(10L))
          .setting(
              SNAPSHOT_EVERY_EVENTS,
              "Number of learned events after which a snapshot is published early.")
          .is(LONG, 10_000L, Range.atLeast(1L))
          .setting(
              SNAPSHOT_BYTES,
              "Max bytes per second, on average, that a partition publishes of one version. After a"
                  + " large snapshot the next one waits; heartbeats do not.")
          .is(LONG, 1L << 20, Range.atLeast(1L))
          .setting(
              STALE_AFTER_MS,
              "Max age, in milliseconds, of the latest heartbeat of other partitions. Beyond it,"
                  + " predictions have the flag STALE_MODEL.")
          .is(LONG, 60_000L, Range.atLeast(1L))
          .setting(
              SHUTDOWN_TIMEOUT_MS,
              "Max time, in milliseconds, that a shutdown waits for work in progress.")
          .is(LONG, 30_000L, Range.atLeast(0L))
          .define();

  static StreamConfig from(AbstractConfig values) {
    return new StreamConfig(
        values.getString(APPLICATION_ID),
        values.getString(PROCESSING_GUARANTEE),
        Duration.ofMillis(values.getLong(COMMIT_INTERVAL_MS)),
        values.getInt(THREADS),
        Path.of(values.getString(STATE_DIR)),
        Duration.ofMillis(values.getLong(SNAPSHOT_INTERVAL_MS)),
        values.getLong(SNAPSHOT_EVERY_EVENTS),
        values.getLong(SNAPSHOT_BYTES),
        Duration.ofMillis(values.getLong(STALE_AFTER_MS)),
        Duration.ofMillis(values.getLong(SHUTDOWN_TIMEOUT_MS)));
  }
}
