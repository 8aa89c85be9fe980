package io.bayou.http;

import io.bayou.config.HttpConfig;
import io.bayou.http.access.Mask;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once a second at the models and the stream: records how they perform and raises alarms. The
 * HTTP server shows what it finds; without one it still tells the log, the cluster and the webhook.
 */
public final class Monitor implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Monitor.class);

  private static final Duration RECORD_EVERY = Duration.ofSeconds(1);
  private static final Duration STREAMS_END = Duration.ofSeconds(2);

  private final Mask mask;
  private final LiveFeed feed;
  private final Metrics metrics = new Metrics();
  private final Alarms alarms;
  private final Recorder recorder;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(HttpServer.daemons("recorder"));

  /** Looks at nothing before {@link #start}. */
  public Monitor(HttpConfig config, Backend backend) {
    mask = new Mask(config.access().mask());
    feed = new LiveFeed(mask, () -> mayShowRecords(mask, backend.models()), STREAMS_END);
    alarms = new Alarms(feed, metrics, backend.alarms());
    recorder = new Recorder(backend, feed, metrics, alarms);
  }

  /* A whole record has what features hide. */
  private static boolean mayShowRecords(Mask mask, ModelQueries models) {
    return mask.isNone()
        && models.definitions().stream()
            .map(definition -> definition.active().spec().input())
            .flatMap(Optional::stream)
            .allMatch(input -> input.drop().isEmpty());
  }

  /** Begins to look. */
  public void start() {
    var unused =
        clock.scheduleAtFixedRate(this::record, 0, RECORD_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  /* An exception would cancel the scheduled task, and the chart would stop. */
  private void record() {
    try {
      recorder.record(System.currentTimeMillis());
    } catch (RuntimeException e) {
      log.error("the state of the models could not be recorded", e);
    }
  }

  /** Where alarms are told. */
  public Alarms alarms() {
    return alarms;
  }

  /** The feed that the stream writes to. */
  public LiveFeed feed() {
    return feed;
  }

  public Metrics metrics() {
    return metrics;
  }

  Recorder recorder() {
    return recorder;
  }

  Mask mask() {
    return mask;
  }

  /** Stops to look; the metrics stay until {@link #close}. */
  void stop() {
    clock.shutdownNow();
    feed.close();
  }

  @Override
  public void close() {
    stop();
    metrics.close();
  }
}
