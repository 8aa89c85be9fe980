package io.bayou.demo;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.TemporaryDirectory;
import io.bayou.app.serve.HttpService;
import io.bayou.app.serve.Instance;
import io.bayou.broker.BrokerException;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.config.AppConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;

/** Starts Kafka and Bayou for the demo, and stops them again. */
final class DemoSession {
  /** Long enough to see the accuracy drop after a change of season, and recover. */
  private static final Duration SEASON = Duration.ofSeconds(8);

  /* The broker may report a failure a moment after its clients. */
  private static final Duration DIAGNOSIS_TIMEOUT = Duration.ofSeconds(3);

  /**
   * The options of the demo.
   *
   * @param dataDirectory where its data is kept; empty: a temporary directory
   * @param duration how long to stream; empty: until it is stopped
   * @param rate events per second
   * @param partitions of the event topics, when they are created
   * @param httpPort for HTTP; if it is taken, the next free one; 0: any
   */
  record Options(
      Optional<Path> dataDirectory,
      Optional<Duration> duration,
      int rate,
      long seed,
      int partitions,
      int httpPort,
      StreamChoice stream) {}

  private final Options options;
  private final DemoDisplay display;
  private final CompletableFuture<Void> stop;
  private final DemoStream stream;
  private boolean started;

  /**
   * @param stop completed when the user ends the demo
   */
  DemoSession(Options options, DemoDisplay display, CompletableFuture<Void> stop) {
    this.options = options;
    this.display = display;
    this.stop = stop;
    stream = options.stream().stream(options.seed(), (int) (options.rate() * SEASON.toSeconds()));
  }

  /**
   * Runs until the time is over or the user ends it.
   *
   * @return the result; empty if the user ended the demo before it was started
   * @throws CommandFailed if anything fails
   */
  Optional<DemoSummary> run() throws InterruptedException {
    try {
      return Optional.of(runSomewhere());
    } catch (CommandFailed | BrokerException | KafkaException | LinkageError e) {
      // Kafka cannot finish its start once a signal has come: its classes register shutdown hooks.
      if (stop.isDone() && !started) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private DemoSummary runSomewhere() throws InterruptedException {
    if (options.dataDirectory().isPresent()) {
      return runIn(options.dataDirectory().get());
    }
    try (TemporaryDirectory directory = TemporaryDirectory.create("bayou-demo-")) {
      return runIn(directory.path());
    }
  }

  private DemoSummary runIn(Path directory) throws InterruptedException {
    display.say("starting Kafka in " + directory + " ...");
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory))) {
      return runOn(broker);
    }
  }

  private DemoSummary runOn(EmbeddedBroker broker) throws InterruptedException {
    AppConfig config = config(broker);
    display.say("starting the stream on " + broker.bootstrapServers() + " ...");
    try (Instance instance = Instance.start(config, stream.spec(), display::say);
        HttpService http = HttpService.onNextFreePort(config, instance.runner())) {
      started = true;
      display.say("look at it in a browser: " + http.url().orElseThrow());
      return new DemoRun(options, stream, instance, display, broker.failure()).run(stop);
    } catch (CommandFailed | KafkaException e) {
      throw diagnose(e, broker);
    }
  }

  private AppConfig config(EmbeddedBroker broker) {
    Map<String, String> settings = new HashMap<>(stream.settings());
    settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", broker.dataDirectory().resolve("state").toString());
    settings.put("topic.partitions", Integer.toString(options.partitions()));
    settings.put("topic.replication.factor", "1");
    settings.put("default.model", stream.name());
    settings.put("http.port", Integer.toString(options.httpPort()));
    settings.put("snapshot.interval.ms", "500");
    settings.put("shutdown.timeout.ms", "10000");
    return AppConfig.of(settings);
  }

  /** The failure, unless the broker caused it. */
  private static RuntimeException diagnose(RuntimeException failure, EmbeddedBroker broker)
      throws InterruptedException {
    try {
      return broker.failure().get(DIAGNOSIS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return failure instanceof CommandFailed
          ? failure
          : CommandFailed.because("the demo failed", failure);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the future does not complete exceptionally", e);
    }
  }
}
