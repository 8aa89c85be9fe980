package io.bayou.http;

import io.bayou.config.HttpAccess;
import io.bayou.config.HttpConfig;
import io.bayou.http.access.Connectors;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP server of one instance: API and dashboard. Its constructor starts it. */
public final class HttpServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);

  /* More than requests can hold, so that probes always get one. */
  private static final int MAX_THREADS = RequestBudget.MAX_THREADS + 16;
  private static final Duration ASYNC_TIMEOUT = Duration.ofSeconds(20);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LOOK_AT_FILES = Duration.ofSeconds(30);

  /**
   * How long a request may take.
   *
   * @param body until the body has been read
   * @param batch until Kafka has taken the events of a request, all of them together
   * @param request from the first byte to the last; then the connection is closed
   */
  record Deadlines(Duration body, Duration batch, Duration request) {
    /* Body and batch come one after the other, and both fit into the request. */
    static final Deadlines DEFAULT =
        new Deadlines(Duration.ofSeconds(12), Duration.ofSeconds(15), Duration.ofSeconds(30));
  }

  /** The server cannot listen on its port. */
  public static final class PortTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private PortTakenException(HttpConfig config, Throwable cause) {
      super(
          ("cannot listen on %s:%d%s; another program may use the port: set http.port (0 for any"
                  + " free one), or http.enabled=false")
              .formatted(
                  config.host(),
                  config.port(),
                  config.access().metrics().map(PortTakenException::metrics).orElse("")),
          cause);
    }

    private static String metrics(HttpAccess.MetricsAddress address) {
      return " or %s:%d (http.metrics.port)".formatted(address.host(), address.port());
    }
  }

  private final HttpConfig config;
  private final Deadlines deadlines;
  private final Intake intake;
  private final Monitor monitor;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(daemons("http-certificate"));
  private final Connectors connectors;
  private final Javalin javalin;

  /**
   * Starts to serve.
   *
   * @throws PortTakenException if the port is in use
   */
  public HttpServer(HttpConfig config, Backend backend) {
    this(config, backend, Deadlines.DEFAULT);
  }

  HttpServer(HttpConfig config, Backend backend, Deadlines deadlines) {
    this(config, backend, deadlines, List.of());
  }

  /** With one more route, {@code POST /empty}, that does nothing: the baseline of benchmarks. */
  public static HttpServer withEmptyRoute(HttpConfig config, Backend backend) {
    Api.Route empty =
        new Api.Route(HandlerType.POST, "/empty", Api.Access.OPEN, context -> context.result("{}"));
    return new HttpServer(config, backend, Deadlines.DEFAULT, List.of(empty));
  }

  private HttpServer(
      HttpConfig config, Backend backend, Deadlines deadlines, List<Api.Route> more) {
    this.config = config;
    this.deadlines = deadlines;
    intake = new Intake(backend, deadlines.batch());
    connectors = new Connectors(config);
    monitor = new Monitor(config, backend);
    Guard guard = new Guard(config, connectors::metricsPort);
    Bodies bodies = new Bodies(config.maxBodyBytes(), deadlines.body());
    Api api =
        new Api(
            backend,
            bodies,
            intake,
            monitor.feed(),
            monitor.recorder(),
            monitor.metrics(),
            monitor.mask());
    javalin =
        Javalin.create(
            javalinConfig -> {
              configure(javalinConfig);
              List<Api.Route> routes = new ArrayList<>(api.routes());
              routes.addAll(more);
              route(javalinConfig, guard, routes);
              Problems.handle(javalinConfig.routes);
            });
    start();
    monitor.start();
    watchCertificate();
  }

  private void start() {
    try {
      javalin.start();
    } catch (JavalinBindException e) {
      close();
      throw new PortTakenException(config, e);
    }
  }

  private void watchCertificate() {
    var unused =
        clock.scheduleWithFixedDelay(
            connectors::reloadCertificate,
            LOOK_AT_FILES.toSeconds(),
            LOOK_AT_FILES.toSeconds(),
            TimeUnit.SECONDS);
  }

  static ThreadFactory daemons(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private void configure(JavalinConfig javalinConfig) {
    javalinConfig.startup.showJavalinBanner = false;
    javalinConfig.startup.showOldJavalinVersionWarning = false;
    javalinConfig.startup.startupWatcherEnabled = false;
    javalinConfig.http.prefer405over404 = true;
    javalinConfig.http.asyncTimeout = ASYNC_TIMEOUT.toMillis();
    javalinConfig.jetty.threadPool = threads();
    javalinConfig.jetty.modifyServer(
        server -> {
          server.setHandler(RequestBudget.of(deadlines)); // Javalin puts its own behind it
          server.setErrorHandler(new Problems.OfJetty());
          server.setStopTimeout(STOP_TIMEOUT.toMillis());
        });
    javalinConfig.jetty.modifyHttpConfiguration(
        http -> {
          http.setUriCompliance(UriCompliance.DEFAULT); // no ambiguous paths
          http.setSendServerVersion(false);
        });
    connectors.addTo(javalinConfig.jetty);
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4);
    threads.setName("http");
    threads.setDaemon(true);
    return threads;
  }

  private void route(JavalinConfig javalinConfig, Guard guard, List<Api.Route> routes) {
    javalinConfig.requestLogger.http(
        (context, millis) ->
            monitor
                .metrics()
                .served(
                    routeOf(context),
                    context.statusCode(),
                    Duration.ofNanos((long) (millis * 1e6))));
    javalinConfig.routes.before(guard::check);
    for (Api.Route route : routes) {
      javalinConfig.routes.addHttpHandler(
          route.method(),
          route.path(),
          context -> {
            guard.check(context, route.access());
            route.handler().handle(context);
          });
    }
    StaticFiles files = new StaticFiles();
    javalinConfig.routes.get("/", files::serve);
    javalinConfig.routes.get("/<file>", files::serve);
  }

  /* Everything outside the API is one route: clients make up paths. */
  private static String routeOf(Context context) {
    String path = context.endpoint().path;
    return path.isEmpty() || path.startsWith("/<") ? "/" : path;
  }

  /** What the server shows. */
  public Monitor monitor() {
    return monitor;
  }

  /** The port in use, also if http.port is 0. */
  public int port() {
    return javalin.port();
  }

  Connectors connectors() {
    return connectors;
  }

  /** The address for a browser. */
  public String url() {
    return address(connectors.scheme(), config.host(), port());
  }

  /** The address of metrics and probes, if it is another one. */
  public Optional<String> metricsUrl() {
    return config
        .access()
        .metrics()
        .map(metrics -> address("http", metrics.host(), connectors.metricsPort().orElseThrow()));
  }

  private static String address(String scheme, String bound, int port) {
    String host = bound.equals("0.0.0.0") ? "localhost" : bound;
    boolean bare = host.contains(":") && !host.startsWith("["); // an IPv6 address
    return "%s://%s:%d/".formatted(scheme, bare ? "[" + host + "]" : host, port);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    monitor.stop(); // first: to Jetty, an open stream is a request that hangs
    try {
      javalin.stop();
    } catch (JavalinException e) {
      log.warn("the HTTP server did not stop cleanly: {}", e.toString());
    }
    intake.close();
    monitor.close();
  }
}
