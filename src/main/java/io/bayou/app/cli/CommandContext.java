package io.bayou.app.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Services of the root command for its subcommands. */
public interface CommandContext {
  /** The environment variables of this run. */
  Map<String, String> environment();

  /** For a command that runs until it is stopped. */
  StopSignal stopSignal();

  /** Whether a failure shows its stack trace. */
  boolean debug();

  /**
   * Runs another command in this process, as if it had been typed.
   *
   * @param variables the environment variables of that command
   * @return its exit code
   */
  int run(List<String> words, Map<String, String> variables, PrintWriter out, PrintWriter err);
}
