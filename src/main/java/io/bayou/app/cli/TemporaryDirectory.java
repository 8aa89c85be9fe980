package io.bayou.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.utils.Utils;

/** A directory that goes away with all its content when it is closed. */
public final class TemporaryDirectory implements AutoCloseable {
  private static final int ATTEMPTS = 20;
  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  /**
   * @throws CommandFailed if there is no room for temporary files
   */
  public static TemporaryDirectory create(String prefix) {
    try {
      return new TemporaryDirectory(Files.createTempDirectory(prefix));
    } catch (IOException e) {
      throw new CommandFailed(
          "cannot create a temporary directory in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + e.getMessage(),
          e);
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() {
    for (int attempt = 1; !isRemoved(attempt); attempt++) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /* Threads that used it may still be shutting down and write a last file. */
  private boolean isRemoved(int attempt) {
    try {
      Utils.delete(path.toFile());
      return true;
    } catch (IOException e) {
      if (attempt < ATTEMPTS) {
        return false;
      }
      throw new CommandFailed("cannot remove " + path + ": " + e.getMessage(), e);
    }
  }
}
