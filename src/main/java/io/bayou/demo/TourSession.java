package io.bayou.demo;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.StopSignal;
import io.bayou.app.cli.TemporaryDirectory;
import io.bayou.app.serve.HttpService;
import io.bayou.app.serve.Instance;
import io.bayou.broker.BrokerException;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;

/** Starts Kafka and Bayou for the tour, and removes everything again. */
final class TourSession {
  private static final String USUAL_SERVERS = "127.0.0.1:9092";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration POLL = Duration.ofMillis(50);

  private final TourGuide guide;
  private final StopSignal stopSignal;
  private final int kafkaPort;
  private final int httpPort;

  TourSession(TourGuide guide, StopSignal stopSignal, int kafkaPort, int httpPort) {
    this.guide = guide;
    this.stopSignal = stopSignal;
    this.kafkaPort = kafkaPort;
    this.httpPort = httpPort;
  }

  /**
   * Runs until the last step is over or the visitor ends it.
   *
   * @return an exit code
   */
  int run() throws IOException, InterruptedException {
    guide.say("Bayou: a tour of five minutes. It starts a Kafka of its own and removes it again.");
    try (TemporaryDirectory directory = TemporaryDirectory.create("bayou-tour-");
        EmbeddedBroker broker = broker(directory.path().resolve("kafka"))) {
      return runOn(broker, directory.path());
    }
  }

  private EmbeddedBroker broker(Path directory) {
    try {
      return EmbeddedBroker.start(new BrokerOptions(directory, kafkaPort));
    } catch (BrokerException e) {
      return EmbeddedBroker.start(BrokerOptions.in(directory)); // the port is taken
    }
  }

  private int runOn(EmbeddedBroker broker, Path directory)
      throws IOException, InterruptedException {
    AppConfig config = config(broker, directory);
    try (Instance instance = Instance.start(config, ModelSpec.defaults(), note -> {});
        HttpService http = HttpService.onNextFreePort(config, instance.runner())) {
      Future<?> stop = stopSignal.requested();
      await(instance, stop, instance.runner()::isReady);
      Map<String, String> variables = welcome(broker, http);
      Path files = Files.createDirectory(directory.resolve("river"));
      List<TourStep> steps =
          new TourScript(TourFiles.write(files, System.currentTimeMillis())).steps();
      boolean whole = guide.lead(steps, variables, () -> settle(instance, stop), stop);
      guide.say("");
      guide.say(whole ? goodbye() : "The tour ends here; everything it has started is removed.");
      return 0;
    }
  }

  private AppConfig config(EmbeddedBroker broker, Path directory) {
    Map<String, String> settings = new HashMap<>();
    settings.put("kafka.bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", directory.resolve("state").toString());
    settings.put("topic.partitions", "2");
    settings.put("topic.replication.factor", "1");
    settings.put("http.port", Integer.toString(httpPort));
    settings.put("snapshot.interval.ms", "200");
    settings.put("explain", "true");
    return AppConfig.of(settings);
  }

  /* Returns what the commands need to know. */
  private Map<String, String> welcome(EmbeddedBroker broker, HttpService http) {
    guide.say(
        "Kafka runs at "
            + broker.bootstrapServers()
            + ", a dashboard at "
            + http.url().orElseThrow());
    if (!broker.bootstrapServers().equals(USUAL_SERVERS)) {
      guide.say("In another terminal, the commands below need this first:");
      guide.say("  export BAYOU_KAFKA_BOOTSTRAP_SERVERS=" + broker.bootstrapServers());
    }
    guide.say("Enter runs the command that is shown; q and Enter ends.");
    return Map.of("BAYOU_KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers());
  }

  private static String goodbye() {
    return """
    That was the whole life of a model. Next:
      bin/bayou demo                a stream that never ends, live
      bin/bayou run --embedded      your own events; docs/quick-start.md
      docs/your-topics.md           topics that exist already, labels that come later\
    """;
  }

  private static void await(Instance instance, Future<?> stop, BooleanSupplier done)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!stop.isDone() && !done.getAsBoolean()) {
      instance.throwIfFailed();
      if (System.nanoTime() > deadline) {
        throw new CommandFailed(
            "nothing happened for %d minutes; is the machine very busy?"
                .formatted(PATIENCE.toMinutes()));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /* Waits until every version has learned what was sent, and has published it. */
  private static void settle(Instance instance, Future<?> stop) throws InterruptedException {
    AppConfig config = instance.config();
    Map<String, Long> ends = new HashMap<>();
    try (Consumer<byte[], byte[]> consumer =
        KafkaCluster.of(config).consumer(config.kafka().consumer())) {
      var partitions = KafkaCluster.partitions(consumer, config.topics().labeled());
      consumer.endOffsets(partitions).forEach((source, end) -> ends.put(source.toString(), end));
    }
    var progress = new ModelProgress(instance.runner().models(), config.models().defaultModel());
    await(instance, stop, () -> progress.everyVersionCovers(ends));
  }
}
