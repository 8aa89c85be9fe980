package io.bayou.http;

import io.bayou.config.HttpConfig;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.time.Duration;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server: API and dashboard of one instance. Serves from its construction on. */
public final class HttpServer implements AutoCloseable {
  private static final int MOST_THREADS = 32;
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration ASYNC_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  private final HttpConfig config;
  private final Javalin javalin;

  /**
   * Starts to serve.
   *
   * @throws PortTakenException if somebody else listens there
   */
  public HttpServer(HttpConfig config, Backend backend) {
    this.config = config;
    Guard guard = new Guard(config);
    Api api = new Api(config, backend);
    javalin =
        Javalin.create(
            javalinConfig -> {
              configure(javalinConfig);
              route(javalinConfig, guard, api);
              Problems.handle(javalinConfig.routes);
            });
    start();
  }

  private void start() {
    try {
      javalin.start();
    } catch (JavalinBindException e) {
      throw new PortTakenException(config.host(), config.port(), e);
    }
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
          server.setErrorHandler(new Problems.OfJetty());
          server.setStopTimeout(STOP_TIMEOUT.toMillis());
        });
    javalinConfig.jetty.modifyHttpConfiguration(
        http -> {
          http.setUriCompliance(UriCompliance.DEFAULT); // no ambiguous paths
          http.setSendServerVersion(false);
        });
    javalinConfig.jetty.addConnector(this::connector);
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 4);
    threads.setName("http");
    threads.setDaemon(true);
    return threads;
  }

  private ServerConnector connector(Server server, HttpConfiguration http) {
    ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setHost(config.host());
    connector.setPort(config.port());
    connector.setIdleTimeout(IDLE_TIMEOUT.toMillis());
    return connector;
  }

  private static void route(JavalinConfig javalinConfig, Guard guard, Api api) {
    javalinConfig.routes.before(guard::check);
    for (Api.Route route : api.routes()) {
      javalinConfig.routes.addHttpHandler(
          route.method(),
          route.path(),
          context -> {
            if (route.writes()) {
              guard.checkWrite(context);
            }
            route.handler().handle(context);
          });
    }
    StaticFiles files = new StaticFiles();
    javalinConfig.routes.get("/", files::serve);
    javalinConfig.routes.get("/<file>", files::serve);
  }

  /** The port it listens on, also if any free one was asked for. */
  public int port() {
    return javalin.port();
  }

  /** Where a browser finds it. */
  public String url() {
    String host = config.host().equals("0.0.0.0") ? "localhost" : config.host();
    return "http://"
        + (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host)
        + ":"
        + port()
        + "/";
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
