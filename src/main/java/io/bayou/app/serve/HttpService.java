package io.bayou.app.serve;

import io.bayou.codec.EventLimits;
import io.bayou.config.AppConfig;
import io.bayou.config.HttpConfig;
import io.bayou.config.LimitsConfig;
import io.bayou.http.Backend;
import io.bayou.http.HttpServer;
import io.bayou.http.PortTakenException;
import io.bayou.http.Readiness;
import io.bayou.stream.StreamsRunner;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;

/** The HTTP server of a running stream, and what it needs. */
public final class HttpService implements AutoCloseable {
  private static final Set<State> DEAD =
      Set.of(State.ERROR, State.PENDING_ERROR, State.NOT_RUNNING, State.PENDING_SHUTDOWN);

  private static final int PORTS_TO_TRY = 20;

  private final KafkaIntake intake;
  private final HttpServer server;

  /**
   * Starts to serve.
   *
   * @throws PortTakenException if somebody else listens there
   */
  public HttpService(AppConfig config, StreamsRunner runner) {
    intake = new KafkaIntake(config);
    try {
      server = new HttpServer(config.http(), backend(config, runner));
    } catch (RuntimeException e) {
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

  private Backend backend(AppConfig config, StreamsRunner runner) {
    LimitsConfig limits = config.limits();
    return new Backend(
        () -> status(runner),
        new PublishedModels(
            runner.models(), config.stream().staleAfter(), System::currentTimeMillis),
        intake,
        new EventLimits(
            limits.maxEventBytes(), limits.maxFeaturesPerEvent(), limits.maxStringLength()));
  }

  private static Readiness.Status status(StreamsRunner runner) {
    KafkaStreams streams = runner.streams();
    State state = streams.state();
    int tasks =
        streams.metadataForLocalThreads().stream()
            .mapToInt(thread -> thread.activeTasks().size())
            .sum();
    boolean ready = runner.isReady() && tasks > 0;
    return new Readiness.Status(!DEAD.contains(state), ready, state.name(), tasks);
  }

  /** Where a browser finds it. */
  public String url() {
    return server.url();
  }

  @Override
  public void close() {
    server.close();
    intake.close();
  }
}
