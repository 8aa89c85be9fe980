package io.bayou.http;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** What is measured of the process, for Prometheus. */
public final class Metrics implements AutoCloseable {
  /** The text format that every Prometheus reads. */
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Where others add what they measure. */
  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /**
   * Counts a request.
   *
   * @param route as in the API's description, so that nobody can make up new ones
   */
  void served(String route, int status, Duration took) {
    Timer.builder("http.server.requests")
        .description("Requests served over HTTP")
        .tags("uri", route, "status", Integer.toString(status))
        .register(registry)
        .record(took);
  }

  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
