package io.bayou.app;

import static java.util.Objects.requireNonNull;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandContext;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.StopSignal;
import io.bayou.app.cli.Version;
import io.bayou.app.events.ConsumeCommand;
import io.bayou.app.events.ProduceCommand;
import io.bayou.app.inspect.InspectCommand;
import io.bayou.app.models.ModelsCommand;
import io.bayou.app.models.PromoteCommand;
import io.bayou.app.models.RetrainCommand;
import io.bayou.app.models.RollbackCommand;
import io.bayou.app.models.VerifyCommand;
import io.bayou.app.offline.ClassifyCommand;
import io.bayou.app.offline.EvaluateCommand;
import io.bayou.app.offline.SearchCommand;
import io.bayou.app.serve.BrokerCommand;
import io.bayou.app.serve.DeadLettersCommand;
import io.bayou.app.serve.RunCommand;
import io.bayou.app.serve.TopicsCommand;
import io.bayou.app.suggest.SuggestCommand;
import io.bayou.demo.DemoCommand;
import io.bayou.demo.TourCommand;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The command {@code bayou}. A subcommand is a {@link CliCommand} listed here; it inherits {@code
 * --help} and {@code --debug}, and fails by throwing {@link CommandFailed}.
 */
@Command(
    name = "bayou",
    description = "Classifiers that learn while the stream runs.",
    versionProvider = RootCommand.VersionProvider.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage or settings.",
      "'bayou COMMAND --help' explains a command."
    },
    subcommands = {
      DemoCommand.class,
      TourCommand.class,
      BrokerCommand.class,
      RunCommand.class,
      TopicsCommand.class,
      InspectCommand.class,
      ProduceCommand.class,
      ConsumeCommand.class,
      DeadLettersCommand.class,
      ModelsCommand.class,
      RetrainCommand.class,
      PromoteCommand.class,
      RollbackCommand.class,
      VerifyCommand.class,
      EvaluateCommand.class,
      ClassifyCommand.class,
      SearchCommand.class,
      SuggestCommand.class,
      ConfigCommand.class,
      CompletionCommand.class
    })
final class RootCommand extends CliCommand implements CommandContext {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // read by picocli
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  @SuppressWarnings("unused") // read by picocli
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure (also: BAYOU_DEBUG=1).")
  private boolean debug;

  private final Map<String, String> environment;
  private final StopSignal stopSignal;

  RootCommand(Map<String, String> environment, StopSignal stopSignal) {
    this.environment = requireNonNull(environment, "environment");
    this.stopSignal = requireNonNull(stopSignal, "stopSignal");
  }

  /** A missing subcommand is wrong usage. */
  @Override
  public Integer call() {
    commandLine().usage(err());
    return ExitCode.USAGE;
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  @Override
  public StopSignal stopSignal() {
    return stopSignal;
  }

  @Override
  public boolean debug() {
    return debug || "1".equals(environment.get("BAYOU_DEBUG"));
  }

  @Override
  public int run(
      List<String> words, Map<String, String> variables, PrintWriter out, PrintWriter err) {
    return Main.commandLine(variables, stopSignal)
        .setOut(out)
        .setErr(err)
        .execute(words.toArray(String[]::new));
  }

  /** The version for picocli. */
  static final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"bayou " + Version.current()};
    }
  }
}
