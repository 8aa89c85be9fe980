package io.bayou.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.utils.Utils;

/** A directory that is deleted with its content when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
  private static final int ATTEMPTS = 20;
  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  /**
   * @throws CommandFailed if it cannot be created
   */
  public static TemporaryDirectory create(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      String parent = System.getProperty("java.io.tmpdir");
      throw new CommandFailed(
          "cannot create a temporary directory in " + parent + ": " + e.getMessage(), e);
    }
  }

  /* Threads that are still shutting down may write a last file. */
  @Override
  public void close() {
    for (int attempt = 1; ; attempt++) {
      try {
        Utils.delete(path.toFile());
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw new CommandFailed("cannot remove " + path + ": " + e.getMessage(), e);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
