package io.bayou.bench;

import io.bayou.app.cli.StopSignal;
import java.io.IOException;

/**
 * For commands that do not wait for a {@link StopSignal} but would leave something behind: a signal
 * ends the process at once, as usual, after it was cleaned up.
 */
public final class Abandonment {
  /** What takes its time. */
  public interface Work {
    void run() throws IOException, InterruptedException;
  }

  private Abandonment() {}

  /**
   * Does the work.
   *
   * @param cleanUp run, by another thread, if the process is told to end meanwhile
   */
  public static void guard(Work work, Runnable cleanUp) throws IOException, InterruptedException {
    Thread hook = new Thread(cleanUp, "abandoned");
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
