package io.bayou.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bayou bench}: speed, always beside something to compare it with in the same run. */
@Command(
    name = "bench",
    description = "Measure speed, as a ratio to a baseline in the same run.",
    subcommands = {
      BenchLearnerCommand.class,
      BenchStreamCommand.class,
      BenchWorkerCommand.class,
      BenchHttpCommand.class
    })
final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }
}
