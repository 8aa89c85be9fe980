package io.bayou.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The metrics of the process, for Prometheus. */
public final class Metrics implements AutoCloseable {
  /** The text format that every Prometheus reads. */
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /* Three in a decade, so that quantiles can be read from them. */
  private static final Duration[] LEARNER_BUCKETS = buckets(200, 17); // 200 ns to 100 ms

  private static final Duration[] LATENCY_BUCKETS = buckets(1_000_000, 20); // 1 ms to 50 min

  private static final String ALARMS = "bayou.alarms";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final Timer learn = learnerTimer("bayou.learn", "Scoring and learning an event");
  private final Timer predict = learnerTimer("bayou.predict", "Predicting an event");

  private final Timer latency;

  Metrics() {
    latency =
        Timer.builder("bayou.answer.latency")
            .description("From the time of an event to its answer; a sample of events")
            .serviceLevelObjectives(LATENCY_BUCKETS)
            .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** The registry that other parts add their metrics to. */
  public PrometheusMeterRegistry registry() {
    return registry;
  }

  private Timer learnerTimer(String name, String what) {
    return Timer.builder(name)
        .description(what + " in the stream, without reading or writing it; a sample of events")
        .serviceLevelObjectives(LEARNER_BUCKETS)
        .register(registry);
  }

  /* The series 1, 2, 5, 10, 20, 50, ... */
  private static Duration[] buckets(long fromNanos, int count) {
    Duration[] buckets = new Duration[count];
    long nanos = fromNanos;
    for (int i = 0; i < count; i++) {
      buckets[i] = Duration.ofNanos(nanos);
      int leading = Long.toString(nanos).charAt(0) - '0';
      nanos = leading == 2 ? nanos / 2 * 5 : nanos * 2;
    }
    return buckets;
  }

  /** How long after its event an answer was given. */
  public void answeredAfter(long millis) {
    latency.record(Math.max(0, millis), TimeUnit.MILLISECONDS);
  }

  /** How long the stream took to score and learn an event. */
  public void learnedIn(long nanos) {
    learn.record(nanos, TimeUnit.NANOSECONDS);
  }

  /** How long the stream took to predict an event. */
  public void predictedIn(long nanos) {
    predict.record(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * Counts a request.
   *
   * @param route as in openapi.json, so that clients cannot create label values
   */
  void served(String route, int status, Duration took) {
    Timer.builder("http.server.requests")
        .description("Requests served over HTTP")
        .tags("uri", route, "status", Integer.toString(status))
        .register(registry)
        .record(took);
  }

  /**
   * Counts the alarms of a model from 0 on, so that the first one is an increase.
   *
   * @param model null for those of the instance
   */
  void countAlarmsOf(String model) {
    for (Alarm.Kind kind : Alarm.Kind.values()) {
      if ((model == null) == kind.isOfInstance()) {
        alarms(model, kind);
      }
    }
  }

  void forgetAlarmsOf(String model) {
    registry.find(ALARMS).tag("model", model).meters().forEach(registry::remove);
  }

  void count(Alarm alarm) {
    alarms(alarm.model(), alarm.kind()).increment();
  }

  private Counter alarms(String model, Alarm.Kind kind) {
    return Counter.builder(ALARMS)
        .description("Alarms raised by this instance")
        .tags("model", model == null ? "" : model, "kind", kind.key())
        .register(registry);
  }

  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
