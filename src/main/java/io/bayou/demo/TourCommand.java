package io.bayou.demo;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.serve.Logging;
import io.bayou.app.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bayou tour}: walks a newcomer through everything that a model lives through. */
@Command(
    name = "tour",
    description = {
      "Five minutes, one keystroke at a time: learn, ask, explain, drift, retrain, promote,"
          + " verify.",
      "Starts Kafka and Bayou, shows one command after the other and runs it when you press Enter;"
          + " q and Enter ends. Everything is removed at the end."
    })
public final class TourCommand extends CliCommand {
  /* Read by every command; the tour's own Kafka has the defaults. */
  private static final Path SETTINGS = Path.of("bayou.properties");

  @Option(names = "--yes", description = "Run every step without waiting for a key.")
  private boolean yes;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Port for Kafka; if it is taken, any free one (default: ${DEFAULT-VALUE}).")
  private int kafkaPort;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port for HTTP; if it is taken, the next free one (default: ${DEFAULT-VALUE}).")
  private int httpPort;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (Files.exists(SETTINGS)) {
      throw new CommandFailed(
          "the commands of the tour would read " + SETTINGS + "; start it in another directory");
    }
    Logging.errorsOnly(); // its outputs show what matters
    boolean colors =
        Terminal.find(root().environment()).map(Terminal::colors).orElse(Boolean.FALSE);
    TourKeys keys = yes ? TourKeys.NONE : TourKeys.read(System.in);
    var guide = new TourGuide(root(), out(), colors, keys);
    return new TourSession(guide, root().stopSignal(), kafkaPort, httpPort).run();
  }
}
