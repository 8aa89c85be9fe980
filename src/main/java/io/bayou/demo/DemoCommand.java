package io.bayou.demo;

import io.bayou.app.cli.CommandContext;
import io.bayou.app.cli.DurationConverter;
import io.bayou.app.terminal.Terminal;
import io.bayou.codec.json.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Shows a stranger what this is about. */
@Command(
    name = "demo",
    description = {
      "Watch a model learn: starts Kafka, a stream of events and a classifier, until Ctrl-C.",
      "Half of the events are labeled and learned, the others are answered. Look at it in a"
          + " browser, at the address that it prints."
    })
public final class DemoCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @ParentCommand private CommandContext root;

  @Option(
      names = "--stream",
      paramLabel = "STREAM",
      defaultValue = "drift",
      description = {
        "What to learn from (default: ${DEFAULT-VALUE}):",
        "drift  a river whose seasons change its ways",
        "iris   flowers told apart by correlated sizes",
        "sms    short messages, and spam with a new story in every campaign",
        "fraud  payments by card, rarely fraud; several learners compete"
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
      description = "Another seed, another river (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Keep all data here, and resume from it next time" + " (default: a temporary directory).")
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
      description =
          "Where to serve HTTP, or on the next port that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(names = "--json", description = "Print nothing but the summary, as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    DemoOptions options = options();
    Optional<DemoSummary> summary;
    try (DemoDisplay display = display(out)) {
      summary = new DemoSession(options, display, root.stopSignal().requested()).run();
    }
    if (summary.isPresent()) {
      print(summary.get(), out);
    } else {
      spec.commandLine().getErr().println("bayou: stopped before the demo began");
    }
    return 0;
  }

  private DemoOptions options() {
    try {
      return new DemoOptions(
          Optional.ofNullable(dataDirectory),
          Optional.ofNullable(duration),
          rate,
          seed,
          partitions,
          port,
          stream);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private DemoDisplay display(PrintWriter out) {
    if (json) {
      return new SilentDisplay();
    }
    return Terminal.find(root.environment())
        .<DemoDisplay>map(terminal -> new LiveDisplay(out, terminal))
        .orElseGet(() -> new PlainDisplay(out));
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
