package io.bayou.app.serve;

import io.bayou.app.alarms.ClusterAlarms;
import io.bayou.app.alarms.DriftDuty;
import io.bayou.config.AppConfig;
import io.bayou.config.HttpConfig;
import io.bayou.http.Alarm;
import io.bayou.http.Backend;
import io.bayou.http.HttpServer;
import io.bayou.http.HttpServer.PortTakenException;
import io.bayou.http.LiveFeed;
import io.bayou.http.Metrics;
import io.bayou.http.Monitor;
import io.bayou.http.VersionControl;
import io.bayou.http.VersionControl.RefusedException;
import io.bayou.http.VersionControl.UnreachableException;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.DriftResponse;
import io.bayou.replay.ReplayException;
import io.bayou.replay.Versions;
import io.bayou.stream.SharedModels;
import io.bayou.stream.StreamListener;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.KafkaCluster;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a running stream, tells the cluster of alarms and responds to drift. Serves HTTP, unless
 * that is disabled.
 */
public final class HttpService implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpService.class);
  private static final int PORTS_TO_TRY = 20;

  private final StreamsRunner runner;
  private final KafkaIntake intake;
  private final KafkaWatch kafka;
  private final Optional<HttpServer> server;
  private final Monitor monitor;
  private final ClusterAlarms alarms;
  private final DriftDuty drifts;

  /**
   * Starts to watch and to serve.
   *
   * @throws PortTakenException if the port is in use
   */
  public HttpService(AppConfig config, StreamsRunner runner) {
    this.runner = runner;
    intake = new KafkaIntake(config);
    kafka = new KafkaWatch(config, runner.streams());
    SharedModels shared = runner.models();
    RunningStream stream =
        new RunningStream(
            runner,
            kafka,
            config,
            runner.keys().map(lookup -> new RunningKeys(runner, lookup, config)));
    PublishedModels models =
        new PublishedModels(
            shared,
            config.stream().staleAfter(),
            config.models().defaultModel(),
            System::currentTimeMillis);
    BooleanSupplier onDuty = () -> kafka.reads(firstPartition(config));
    alarms = new ClusterAlarms(config, onDuty);
    try {
      Backend backend =
          new Backend(
              stream,
              models,
              intake,
              new PublishedVersions(KafkaCluster.of(config)),
              alarms,
              config.limits(),
              config.topics());
      server = server(config.http(), backend);
      monitor = server.map(HttpServer::monitor).orElseGet(() -> unserved(config.http(), backend));
      runner.activity().listen(new FeedListener(monitor.feed(), monitor.metrics()));
      kafka.start();
      PrometheusMeterRegistry registry = monitor.metrics().registry();
      StreamMetrics.bind(registry, runner, stream);
      StreamMetrics.bind(registry, alarms);
      if (config.log().kafkaMetrics()) {
        registry.getPrometheusRegistry().register(new KafkaMetrics(runner.streams()::metrics));
      }
      DriftResponse response =
          new DriftResponse(KafkaCluster.of(config), System::currentTimeMillis, this::tell);
      alarms.start(response::drifted);
      drifts = new DriftDuty(response, shared, onDuty);
    } catch (RuntimeException e) {
      alarms.close();
      kafka.close();
      intake.close();
      throw e;
    }
  }

  private static Optional<HttpServer> server(HttpConfig http, Backend backend) {
    return http.enabled() ? Optional.of(new HttpServer(http, backend)) : Optional.empty();
  }

  private static Monitor unserved(HttpConfig http, Backend backend) {
    Monitor monitor = new Monitor(http, backend);
    monitor.start();
    return monitor;
  }

  /** Starts to serve on the configured port, or on the next one that is free. */
  public static HttpService onNextFreePort(AppConfig config, StreamsRunner runner) {
    HttpConfig http = config.http();
    for (int port = http.port(); port < http.port() + PORTS_TO_TRY && port <= 65_535; port++) {
      try {
        return new HttpService(config.withHttp(http.withPort(port)), runner);
      } catch (PortTakenException e) {
        log.debug("port {} is taken", port);
      }
    }
    return new HttpService(config.withHttp(http.withPort(0)), runner);
  }

  /* Exactly one instance reads it. */
  private static TopicPartition firstPartition(AppConfig config) {
    return new TopicPartition(config.topics().labeled().get(0), 0);
  }

  private void tell(String model, int version, long cut, String message) {
    long now = System.currentTimeMillis();
    monitor
        .alarms()
        .raise(
            new Alarm(
                Alarm.Kind.DRIFT_STEP, now, cut, model, version, message, Double.NaN, Double.NaN));
  }

  /** The address for a browser; empty if HTTP is disabled. */
  public Optional<String> url() {
    return server.map(HttpServer::url);
  }

  /** The address of metrics and probes, if it is another one. */
  Optional<String> metricsUrl() {
    return server.flatMap(HttpServer::metricsUrl);
  }

  @Override
  public void close() {
    runner.activity().listen(StreamListener.NONE);
    drifts.close();
    server.ifPresentOrElse(HttpServer::close, monitor::close);
    alarms.close();
    kafka.close();
    intake.close();
  }

  /** Passes the stream's events on to the clients of the live feed. */
  private record FeedListener(LiveFeed feed, Metrics metrics) implements StreamListener {
    @Override
    public boolean wantsAnswer(long now) {
      return feed.wantsPrediction(now);
    }

    @Override
    public void answered(Example example, Answer answer) {
      feed.prediction(example, answer, System.currentTimeMillis());
    }

    @Override
    public void learnedIn(long nanos) {
      metrics.learnedIn(nanos);
    }

    @Override
    public void predictedIn(long nanos) {
      metrics.predictedIn(nanos);
    }

    @Override
    public void answeredAfter(long millis) {
      metrics.answeredAfter(millis);
    }

    @Override
    public void refused(
        String topic, int partition, long offset, String reason, String message, byte[] value) {
      long now = System.currentTimeMillis();
      feed.deadLetter(topic, partition, offset, reason, message, value, now);
    }
  }

  /** Changes versions as the commands do; one at a time, because each change reads all topics. */
  private record PublishedVersions(KafkaCluster cluster) implements VersionControl {
    @Override
    public int promote(String model, int version) {
      return change(() -> new Versions(cluster, model).promote(version, false));
    }

    @Override
    public int rollback(String model) {
      return change(() -> new Versions(cluster, model).rollback());
    }

    private synchronized int change(Supplier<ModelDefinition> change) {
      try {
        return change.get().activeVersion();
      } catch (ReplayException e) {
        throw new RefusedException(e.getMessage(), e);
      } catch (KafkaException e) {
        throw new UnreachableException("Kafka failed: " + e.getMessage(), e);
      }
    }
  }
}
