package io.bayou.bench;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.assignment.BenchAssignmentCommand;
import io.bayou.bench.http.BenchHttpCommand;
import io.bayou.bench.keys.BenchKeysCommand;
import io.bayou.bench.learner.BenchLearnerCommand;
import io.bayou.bench.recovery.BenchRecoveryCommand;
import io.bayou.bench.replay.BenchReplayCommand;
import io.bayou.bench.scope.BenchScopeCommand;
import io.bayou.bench.serve.BenchServeCommand;
import io.bayou.bench.stream.Baseline;
import io.bayou.bench.stream.BenchStreamCommand;
import io.bayou.bench.stream.BenchWorkerCommand;
import io.bayou.bench.stream.StreamBench;
import io.bayou.bench.stream.StreamBenchRun;
import io.bayou.bench.stream.StreamReport;
import io.bayou.bench.stream.StreamResult;
import io.bayou.bench.stream.Variant;
import io.bayou.bench.waiting.BenchWaitingCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bayou bench}: speed, compared with a baseline in the same run. */
@Command(
    name = "bench",
    description = "Measure speed, as a ratio to a baseline in the same run.",
    subcommands = {
      BenchLearnerCommand.class,
      BenchReplayCommand.class,
      BenchScopeCommand.class,
      BenchStreamCommand.class,
      BenchWorkerCommand.class,
      BenchHttpCommand.class,
      BenchServeCommand.class,
      BenchRecoveryCommand.class,
      BenchAssignmentCommand.class,
      BenchWaitingCommand.class,
      BenchKeysCommand.class
    })
final class BenchCommand implements Callable<Integer> {
  private static final int WARM_UPS = 4;
  private static final int ROUNDS = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description =
          "Run 'bench stream' on the workload of this file, which it wrote with --json, and fail if"
              + " a ratio has fallen by more than a quarter.")
  private Path check;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (check == null) {
      spec.commandLine().usage(spec.commandLine().getErr());
      return ExitCode.USAGE;
    }
    Baseline baseline = Baseline.read(check);
    List<StreamResult> results = new ArrayList<>();
    StreamBenchRun.run(
        new StreamBench.Plan(EnumSet.allOf(Variant.class), WARM_UPS, ROUNDS, 0, null),
        List.of(baseline.workload()),
        this::say,
        results::add);
    StreamReport.print(results.get(0), spec.commandLine().getOut());
    List<String> behind = baseline.behind(results.get(0));
    if (!behind.isEmpty()) {
      throw new CommandFailed(String.join("; ", behind));
    }
    return ExitCode.OK;
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }
}
