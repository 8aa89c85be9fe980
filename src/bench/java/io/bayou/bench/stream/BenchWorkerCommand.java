package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bayou bench worker}: a child JVM of {@code bench stream}; ends with its input. */
@Command(name = "worker", hidden = true, description = "A JVM of bench stream.")
public final class BenchWorkerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Command(name = "broker", hidden = true, description = "Run a broker.")
  int broker(@Parameters(paramLabel = "DIR", description = "Where to keep data.") Path directory)
      throws IOException {
    worker().broker(directory);
    return ExitCode.OK;
  }

  @Command(name = "variant", hidden = true, description = "Run a variant.")
  int variant(@Parameters(paramLabel = "NAME", description = "Which one.") Variant variant)
      throws IOException, InterruptedException {
    worker().measure(variant);
    return ExitCode.OK;
  }

  private Worker worker() {
    return new Worker(
        new BufferedReader(new InputStreamReader(System.in, UTF_8)), spec.commandLine().getOut());
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
