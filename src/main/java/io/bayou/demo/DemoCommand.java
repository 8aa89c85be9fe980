package io.bayou.demo;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.DurationConverter;
import io.bayou.app.serve.Logging;
import io.bayou.app.terminal.Terminal;
import io.bayou.codec.jsonio.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bayou demo}: shows a newcomer a model that learns. */
@Command(
    name = "demo",
    description = {
      "Watch a model learn: starts Kafka, a stream of events and a classifier, until Ctrl-C.",
      "Some events are labeled and learned, the others are predicted. Open the printed address in a"
          + " browser to watch."
    })
public final class DemoCommand extends CliCommand {
  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      defaultValue = "drift",
      description = {
        "What to learn from (default: ${DEFAULT-VALUE}):",
        "drift  river gauges; the concept drifts with every season",
        "iris   flowers with correlated measurements",
        "sms    text messages; each spam campaign has new words",
        "fraud  card payments, rarely fraud, in topics of their own; labels come later"
      })
  private StreamChoice stream;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Run for this long, such as 20s or 2m (default: until Ctrl-C).")
  private Duration duration;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Events per second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = "Seed of the generated events (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Keep all data here and resume from it next time (default: a temporary directory).")
  private Path dataDirectory;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "4",
      description =
          "Partitions of the event topics when they are created (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port for HTTP; if it is taken, the next free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(names = "--json", description = "Print only the summary, as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Logging.errorsOnly(); // the display shows alarms
    PrintWriter out = out();
    Optional<DemoSummary> summary;
    try (DemoDisplay display = display(out)) {
      summary = new DemoSession(options(), display, root().stopSignal().requested()).run();
    }
    if (summary.isPresent()) {
      print(summary.get(), out);
    } else {
      err().println("bayou: stopped before the demo began");
    }
    return 0;
  }

  private DemoSession.Options options() {
    require("--rate", rate, 1, 1_000_000);
    require("--partitions", partitions, 1, 100);
    require("--port", port, 0, 65_535);
    return new DemoSession.Options(
        Optional.ofNullable(dataDirectory),
        Optional.ofNullable(duration),
        rate,
        seed,
        partitions,
        port,
        stream);
  }

  private void require(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw misuse(name + " must be between " + min + " and " + max + ", was " + value);
    }
  }

  private DemoDisplay display(PrintWriter out) {
    if (json) {
      return new DemoDisplay();
    }
    return Terminal.find(root().environment())
        .<DemoDisplay>map(terminal -> new DemoDisplay.Live(out, terminal))
        .orElseGet(() -> new DemoDisplay.Plain(out));
  }

  private void print(DemoSummary summary, PrintWriter out) {
    if (json) {
      JsonObject.line(out, summary::write);
      return;
    }
    summary.lines().forEach(out::println);
    if (dataDirectory != null) {
      out.println("resume with: bayou demo --data-dir " + dataDirectory);
    }
  }
}
