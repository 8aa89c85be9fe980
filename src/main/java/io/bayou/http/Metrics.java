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

  private static final String ALARMS = "bayou.alarms";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  private final Timer learn = learnerTimer("bayou.learn", "Scoring and learning an event");
  private final Timer predict = learnerTimer("bayou.predict", "Predicting an event");

  Metrics() {
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
        .serviceLevelObjectives(
            Duration.ofNanos(1_000),
            Duration.ofNanos(10_000),
            Duration.ofNanos(100_000),
            Duration.ofMillis(1),
            Duration.ofMillis(10),
            Duration.ofMillis(100))
        .register(registry);
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
