package io.bayou.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Utils;

/** A directory that goes away with all its content when it is closed. */
final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  /**
   * @throws CommandFailed if there is no room for temporary files
   */
  static TemporaryDirectory create(String prefix) {
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

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      Utils.delete(path.toFile());
    } catch (IOException e) {
      throw new CommandFailed("cannot remove " + path + ": " + e.getMessage(), e);
    }
  }
}
