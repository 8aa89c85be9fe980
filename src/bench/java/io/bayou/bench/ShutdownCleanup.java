package io.bayou.bench;

import io.bayou.app.cli.StopSignal;
import java.io.IOException;

/**
 * Cleans up when a signal ends the process, for commands that do not wait for a {@link StopSignal}.
 */
public final class ShutdownCleanup {
  /** Work that may be interrupted by a signal. */
  public interface Work {
    void run() throws IOException, InterruptedException;
  }

  private ShutdownCleanup() {}

  /**
   * Runs the work.
   *
   * @param cleanUp run in another thread if a signal ends the process meanwhile
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
      // After a signal the hook cleans up, and failures here no longer matter.
      return;
    }
  }
}
