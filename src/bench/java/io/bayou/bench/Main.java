package io.bayou.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.chaos.ChaosCommand;
import io.bayou.bench.flood.FloodCommand;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Entry point of {@code bayou chaos} and {@code bayou flood}, and the one place that exits. */
@Command(
    name = "bayou",
    description = "Puts a running Bayou to the test.",
    subcommands = {ChaosCommand.class, FloodCommand.class, BrokerNode.class})
public final class Main implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // read by picocli
  private boolean help;

  private Main() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Main())
            .setOut(writer(System.out))
            .setErr(writer(System.err))
            .setParameterExceptionHandler(Main::misused)
            .setExecutionExceptionHandler(Main::failed)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setUsageHelpAutoWidth(true)
            .execute(args));
  }

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getErr());
    return ExitCode.USAGE;
  }

  private static int misused(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String message = failure.getMessage();
    command
        .getErr()
        .println(
            "bayou: "
                + message.substring(0, 1).toLowerCase(Locale.ROOT)
                + message.substring(1)
                + "; see '"
                + command.getCommandSpec().qualifiedName()
                + " --help'");
    return ExitCode.USAGE;
  }

  private static int failed(
      Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
    command.getErr().println("bayou: " + failure);
    failure.printStackTrace(command.getErr());
    return ExitCode.SOFTWARE;
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8), true);
  }
}
