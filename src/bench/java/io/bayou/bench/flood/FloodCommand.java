package io.bayou.bench.flood;

import io.bayou.bench.JsonObjects;
import io.bayou.bench.WorkDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou flood}: sends huge numbers of distinct names. */
@Command(
    name = "flood",
    description = {
      "Flood an instance of 512 MB with distinct labels, feature names, tokens, models, keys, or"
          + " with large questions.",
      "A small question is asked every second: each must be answered, and the instance must live.",
      "Progress goes to stderr."
    },
    footer = {"", "Exit codes: 0 all floods were survived, 1 one was not, 2 wrong usage."})
public final class FloodCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Spec private CommandSpec spec;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = ALL,
      description = "labels, features, tokens, models, questions, keys or all (default).")
  private String kind;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "1",
      description = "How much of each flood to send: 0.1 is a tenth (default: 1).")
  private double scale;

  @Option(
      names = "--patience",
      paramLabel = "MINUTES",
      defaultValue = "5",
      description = "How long a flood may take, and again its last answer (default: 5).")
  private double patience;

  @Option(names = "--json", description = "Print one JSON object for each flood.")
  private boolean json;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where files go (default: a temporary directory); the logs there are kept.")
  private Path directory;

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (!(scale > 0) || !(patience > 0)) {
      throw new ParameterException(spec.commandLine(), "--scale and --patience must be above 0");
    }
    List<FloodKind> kinds = kinds();
    boolean ok = true;
    try (WorkDirectory work = WorkDirectory.open(directory)) {
      for (FloodKind each : kinds) {
        FloodResult result =
            new Flood(
                    each,
                    scale,
                    Duration.ofMillis((long) (patience * 60_000)),
                    spec.commandLine().getErr())
                .run(work);
        print(result);
        ok &= result.isOk();
      }
    }
    return ok ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private List<FloodKind> kinds() {
    List<FloodKind> kinds = new ArrayList<>();
    for (FloodKind each : FloodKind.values()) {
      if (kind.equals(ALL) || each.name().equals(kind.toUpperCase(Locale.ROOT))) {
        kinds.add(each);
      }
    }
    if (kinds.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "unknown kind '"
              + kind
              + "'; it is labels, features, tokens, models, questions, keys or all");
    }
    return kinds;
  }

  private void print(FloodResult result) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonObjects.line(result.figures(), out);
    } else {
      for (Map.Entry<String, Object> figure : result.figures().entrySet()) {
        out.printf("%-22s %s%n", figure.getKey(), figure.getValue());
      }
      out.println();
    }
    out.flush();
  }
}
