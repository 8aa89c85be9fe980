package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.FailureHandler;
import io.bayou.app.cli.StopSignal;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** Entry point: a function from arguments to an exit code, and the one place that exits. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(run(args, System.getenv(), writer(System.out), writer(System.err)));
  }

  /**
   * Runs one command line.
   *
   * @param environment as of {@link System#getenv()}
   * @param tools commands that are not part of the product
   * @return 0 if the command succeeded, 1 if it failed, 2 for wrong usage
   */
  public static int run(
      String[] args,
      Map<String, String> environment,
      PrintWriter out,
      PrintWriter err,
      Object... tools) {
    var stopSignal = new StopSignal();
    CommandLine commandLine = commandLine(environment, stopSignal, tools).setOut(out).setErr(err);
    int exitCode = ExitCode.SOFTWARE;
    try {
      exitCode = commandLine.execute(args);
      return exitCode;
    } finally {
      out.flush();
      err.flush();
      stopSignal.finish(exitCode);
    }
  }

  /**
   * The commands, for those who look at them.
   *
   * @param tools commands that are not part of the product
   */
  public static CommandLine commandLine(Map<String, String> environment, Object... tools) {
    return commandLine(environment, new StopSignal(), tools);
  }

  static CommandLine commandLine(
      Map<String, String> environment, StopSignal stopSignal, Object... tools) {
    var commandLine = new CommandLine(new RootCommand(environment, stopSignal));
    for (Object tool : tools) {
      commandLine.addSubcommand(tool);
    }
    var failures = new FailureHandler();
    return commandLine
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setUsageHelpLongOptionsMaxWidth(30);
  }

  /** Writes UTF-8 in every locale: JSON must be UTF-8, and terminals are. */
  public static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8), true);
  }
}
