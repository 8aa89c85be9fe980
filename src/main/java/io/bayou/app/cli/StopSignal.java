package io.bayou.app.cli;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.ExitCode;

/**
 * Ctrl-C and SIGTERM as a request. A command that runs until it is stopped waits for {@link
 * #requested()}, ends cleanly and returns; the process then exits with the command's exit code. For
 * other commands the signals keep their usual meaning.
 */
public final class StopSignal {
  /* Service managers and container runtimes give a process 10 to 90 s before they kill it. */
  private static final long PATIENCE_SECONDS = 30;

  private final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
  private final Thread hook = new Thread(this::stop, "stop-signal");
  private boolean hooked;

  /**
   * Completes when the process is asked to stop. From the first call on a signal only asks; call it
   * when the start is over, because Kafka cannot finish its start once a signal has come.
   */
  public synchronized CompletableFuture<Void> requested() {
    if (!hooked) {
      try {
        Runtime.getRuntime().addShutdownHook(hook);
        hooked = true;
      } catch (IllegalStateException e) { // a signal was faster
        request();
      }
    }
    return requested.copy();
  }

  /** Asks the command to stop, as a signal does. */
  public void request() {
    requested.complete(null);
  }

  /** The command has ended. */
  public synchronized void finish(int code) {
    exitCode.complete(code);
    if (!hooked) {
      return;
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal has come: the hook is running, or about to, and ends the process with the code.
    }
  }

  /* After a signal the JVM exits with 128 plus its number, whatever the command returned; only a
   * halt changes that. A command that hangs has failed. */
  private void stop() {
    request();
    int code = exitCode.completeOnTimeout(ExitCode.SOFTWARE, PATIENCE_SECONDS, SECONDS).join();
    Runtime.getRuntime().halt(code);
  }
}
