package io.bayou.app.serve;

import io.bayou.app.cli.CliCommand;
import io.bayou.broker.BrokerException;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.config.UserDirectories;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code bayou broker}: runs the embedded Kafka until it is stopped. */
@Command(
    name = "broker",
    description = {
      "Run a single-node Kafka on this machine until Ctrl-C.",
      "Topics and their data survive restarts. Only 127.0.0.1 can connect."
    })
public final class BrokerCommand extends CliCommand {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port of 127.0.0.1 to listen on, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Where to keep topics and metadata; created if missing"
              + " (default: $XDG_DATA_HOME/bayou/broker, or ~/.local/share/bayou/broker).")
  private Path dataDirectory;

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(options())) {
      CompletableFuture<Void> stop = root().stopSignal().requested();
      say(
          "broker ready on %s, data in %s; stop with Ctrl-C"
              .formatted(broker.bootstrapServers(), broker.dataDirectory()));
      Object end = CompletableFuture.anyOf(stop, broker.failure()).get();
      if (end instanceof BrokerException failure) {
        throw failure;
      }
      return 0;
    }
  }

  private BrokerOptions options() {
    Path directory =
        dataDirectory != null
            ? dataDirectory
            : UserDirectories.data(root().environment()).resolve("broker");
    try {
      return new BrokerOptions(directory, port);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine(), e.getMessage(), e);
    }
  }
}
