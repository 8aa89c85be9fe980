package io.bayou.bench;

import io.bayou.app.cli.StopSignal;
import java.io.IOException;

/**
 * For commands that do not wait for a {@link StopSignal} but would leave something behind: a signal
 * ends the process at once, as usual, after the cleanup.
 */
public final class ShutdownCleanup {
  /** Work that may be interrupted by a signal. */
  public interface Work {
    void run() throws IOException, InterruptedException;
  }

  private ShutdownCleanup() {}

  /**
   * Does the work.
   *
   * @param cleanUp run, by another thread, if the process is told to end meanwhile
   */
  public static void guard(Work work, Runnable cleanUp) throws IOException, InterruptedException {
    Thread hook = new Thread(cleanUp, "shutdown-cleanup");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      work.run();
    } finally {
      remove(hook);
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // A signal has come: the hook cleans up, and nothing that happens here matters any more.
      return;
    }
  }
}
