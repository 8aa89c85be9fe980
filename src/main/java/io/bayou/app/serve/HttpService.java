package io.bayou.app.serve;

import io.bayou.config.AppConfig;
import io.bayou.config.HttpConfig;
import io.bayou.http.Backend;
import io.bayou.http.HttpServer;
import io.bayou.http.PortTakenException;
import io.bayou.stream.SharedModels;
import io.bayou.stream.StreamListener;
import io.bayou.stream.StreamOptions;
import io.bayou.stream.StreamsRunner;
import java.util.Optional;

/** The HTTP server of a running stream, and what it needs. */
public final class HttpService implements AutoCloseable {
  private static final int PORTS_TO_TRY = 20;

  private final StreamsRunner runner;
  private final KafkaIntake intake;
  private final KafkaWatch kafka;
  private final HttpServer server;

  /**
   * Starts to serve.
   *
   * @throws PortTakenException if somebody else listens there
   */
  public HttpService(AppConfig config, StreamsRunner runner) {
    this.runner = runner;
    intake = new KafkaIntake(config);
    kafka = new KafkaWatch(config, runner.streams());
    SharedModels shared = runner.models();
    RunningStream stream = new RunningStream(runner, kafka);
    PublishedModels models =
        new PublishedModels(shared, config.stream().staleAfter(), System::currentTimeMillis);
    try {
      server =
          new HttpServer(
              config.http(),
              new Backend(
                  stream,
                  models,
                  intake,
                  new PublishedVersions(config),
                  StreamOptions.limits(config)));
      runner.activity().listen(new FeedListener(server.feed(), server.metrics()));
      kafka.start();
      StreamMetrics.bind(server.metrics().registry(), runner, stream);
    } catch (RuntimeException e) {
      kafka.close();
      intake.close();
      throw e;
    }
  }

  /** Starts to serve on the configured port, or on the next one that is free. */
  public static HttpService onNextFreePort(AppConfig config, StreamsRunner runner) {
    HttpConfig http = config.http();
    for (int port = http.port(); port < http.port() + PORTS_TO_TRY && port <= 65_535; port++) {
      Optional<HttpService> service = tryPort(config.withHttp(http.withPort(port)), runner);
      if (service.isPresent()) {
        return service.get();
      }
    }
    return new HttpService(config.withHttp(http.withPort(0)), runner);
  }

  private static Optional<HttpService> tryPort(AppConfig config, StreamsRunner runner) {
    try {
      return Optional.of(new HttpService(config, runner));
    } catch (PortTakenException e) {
      return Optional.empty();
    }
  }

  /** The address for a browser. */
  public String url() {
    return server.url();
  }

  @Override
  public void close() {
    runner.activity().listen(StreamListener.NONE);
    server.close();
    kafka.close();
    intake.close();
  }
}
