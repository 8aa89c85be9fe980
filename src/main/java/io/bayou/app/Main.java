package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;

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
   * @param environment what {@link System#getenv()} would say
   * @return 0 when the command did its work, 1 when it failed, 2 when it was used wrongly
   */
  static int run(String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    var stopSignal = new StopSignal();
    CommandLine commandLine = commandLine(environment, stopSignal).setOut(out).setErr(err);
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
   * The commands as a library sees them.
   *
   * @param tools more commands, which are not part of the product
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

  /* UTF-8 whatever the locale says: JSON must be UTF-8, and so is every terminal worth drawing on. */
  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8), true);
  }
}
