package io.bayou.app;

import io.bayou.app.cli.CliCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints a completion script. */
@Command(
    name = "completion",
    description = {
      "Print a completion script for bash and zsh.",
      "Use it with: source <(bayou completion)"
    })
final class CompletionCommand extends CliCommand {
  @Override
  public Integer call() {
    var root = commandLine().getCommandSpec().root().commandLine();
    out().print(AutoComplete.bash(root.getCommandName(), root));
    return 0;
  }
}
