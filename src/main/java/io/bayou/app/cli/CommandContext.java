package io.bayou.app.cli;

import java.util.Map;

/** Services of the root command for its subcommands. */
public interface CommandContext {
  /** The environment variables of this run. */
  Map<String, String> environment();

  /** For a command that runs until it is stopped. */
  StopSignal stopSignal();

  /** Whether a failure shows its stack trace. */
  boolean debug();
}
