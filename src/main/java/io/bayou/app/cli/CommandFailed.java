package io.bayou.app.cli;

/**
 * The command failed for a reason that the user can act on. The message is one line that says what,
 * where, and what to do; it is all the user sees, with exit code 1.
 */
public final class CommandFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CommandFailed(String message) {
    super(message);
  }

  public CommandFailed(String message, Throwable cause) {
    super(message, cause);
  }

  /** What failed, and why: the innermost cause with its type. */
  public static CommandFailed because(String what, Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String name = root.getClass().getSimpleName();
    String reason = root.getMessage() == null ? name : name + ": " + root.getMessage();
    return new CommandFailed(what + ": " + reason, cause);
  }
}
