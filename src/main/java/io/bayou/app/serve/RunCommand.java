package io.bayou.app.serve;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.FirstContact;
import io.bayou.app.cli.SpecFiles;
import io.bayou.broker.BrokerException;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.codec.spec.SpecException;
import io.bayou.config.AppConfig;
import io.bayou.config.LoadedConfig;
import io.bayou.config.UserDirectories;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou run}: learns and predicts until it is stopped. */
@Command(
    name = "run",
    description = {
      "Learn from labeled events and predict the others, until Ctrl-C or SIGTERM.",
      "Missing topics are created, unless topics.create=never. Several instances with the same"
          + " application.id share the work; each needs its own state.dir."
    })
public final class RunCommand extends CliCommand {
  private static final Duration FIRST_CONTACT = Duration.ofSeconds(60);
  private static final Duration READY_POLL = Duration.ofMillis(50);

  /** Never completed: the brokers of a cluster are not ours. */
  private static final CompletableFuture<BrokerException> NO_BROKER = new CompletableFuture<>();

  @Mixin private ConfigOptions options;

  @Option(
      names = "--embedded",
      description = "Start a single-node Kafka instead of using a cluster.")
  private boolean embedded;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port of the embedded Kafka, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--shadow-topic",
      paramLabel = "TOPIC",
      description = "Topic for the predictions of versions that are not active.")
  private String shadowTopic;

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    if (shadowTopic != null) {
      options.set("shadow.topic", shadowTopic);
    }
    LoadedConfig loaded = options.load();
    AppConfig config = loaded.app();
    Logging.apply(config.log());
    RunLog.starts(loaded);
    ModelSpec defaultSpec = defaultSpec(config);
    try {
      return embedded ? runEmbedded(defaultSpec) : run(config, defaultSpec, NO_BROKER);
    } catch (RuntimeException e) {
      RunLog.fails(e);
      throw e;
    }
  }

  private int runEmbedded(ModelSpec defaultSpec) throws InterruptedException, ExecutionException {
    Path directory = UserDirectories.data(root().environment()).resolve("broker");
    try (EmbeddedBroker broker = EmbeddedBroker.start(new BrokerOptions(directory, port))) {
      say("broker on %s, data in %s".formatted(broker.bootstrapServers(), broker.dataDirectory()));
      options.set("kafka.bootstrap.servers", broker.bootstrapServers());
      return run(options.load().app(), defaultSpec, broker.failure());
    }
  }

  @SuppressWarnings("try") // the watch only has to be closed
  private int run(
      AppConfig config, ModelSpec defaultSpec, CompletableFuture<BrokerException> brokerFailure)
      throws InterruptedException, ExecutionException {
    CompletableFuture<Void> stop = root().stopSignal().requested();
    Optional<FirstContact.Cluster> cluster =
        new FirstContact(config, this::warn, FIRST_CONTACT).await(stop);
    if (cluster.isEmpty()) {
      RunLog.stops("before Kafka has answered");
      return 0;
    }
    RunLog.connected(config, cluster.get());
    try (Instance instance = Instance.start(config, defaultSpec, this::say);
        HttpService http = new HttpService(config, instance.runner());
        EdgeWatch edges = EdgeWatch.start(config, instance.runner())) {
      CompletableFuture<Throwable> failure = instance.runner().failure();
      instance.createdTopics().forEach(topic -> say("created topic " + topic));
      Object end = awaitEnd(instance, http, CompletableFuture.anyOf(stop, failure, brokerFailure));
      if (end instanceof BrokerException broken) {
        throw broken;
      }
      instance.throwIfFailed();
      RunLog.stops("on request (a signal); what was read is committed");
    }
    RunLog.stopped();
    return 0;
  }

  /* Announces the instance as soon as it is ready, unless it ends first. */
  private Object awaitEnd(Instance instance, HttpService http, CompletableFuture<Object> end)
      throws InterruptedException, ExecutionException {
    while (!instance.runner().isReady()) {
      try {
        return end.get(READY_POLL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        // neither its end nor ready yet
      }
    }
    announce(instance, http);
    RunLog.ready(instance.config(), http.url());
    return end.get();
  }

  private static ModelSpec defaultSpec(AppConfig config) {
    if (config.models().defaultSpec().isEmpty()) {
      return ModelSpec.defaults();
    }
    Path file = config.models().defaultSpec().get();
    try {
      return SpecFiles.read(file);
    } catch (IOException e) {
      throw new ConfigException("default.spec names " + file + ", which cannot be read: " + e);
    } catch (SpecException e) {
      throw new ConfigException(e.getMessage());
    }
  }

  private void warn(String line) {
    err().println("bayou: " + line);
    err().flush();
  }

  private void announce(Instance instance, HttpService http) {
    PrintWriter out = out();
    AppConfig config = instance.config();
    out.printf(
        "running as %s on %s: learning from %s, answering %s to %s%s; stop with Ctrl-C%n",
        config.stream().applicationId(),
        config.kafka().bootstrapServers(),
        String.join(", ", config.topics().labeled()),
        String.join(", ", config.topics().unlabeled()),
        config.topics().predictions(),
        config.topics().join().isOn()
            ? ", labels from " + String.join(", ", config.topics().join().labels())
            : "");
    http.url().ifPresent(url -> out.println("serving " + url));
    http.metricsUrl().ifPresent(url -> out.println("metrics and probes at " + url));
    out.flush();
  }
}
