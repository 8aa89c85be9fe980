package io.bayou.app.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command of {@code bayou}: writes to the streams of its command line, returns an exit code. */
public abstract class CliCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  protected final CommandLine commandLine() {
    return spec.commandLine();
  }

  protected final PrintWriter out() {
    return commandLine().getOut();
  }

  protected final PrintWriter err() {
    return commandLine().getErr();
  }

  protected final CommandContext root() {
    return (CommandContext) spec.root().userObject();
  }

  /** Prints and flushes a line. */
  protected final void say(String line) {
    out().println(line);
    out().flush();
  }

  /** The exception for arguments that do not fit together; exit code 2. */
  protected final ParameterException misuse(String message) {
    return new ParameterException(commandLine(), message);
  }
}
