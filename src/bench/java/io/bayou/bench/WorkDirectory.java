package io.bayou.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Utils;

/**
 * The files of a run: data, which is always deleted, and logs, which are kept if the user has
 * chosen the directory.
 */
public final class WorkDirectory implements AutoCloseable {
  private final Path root;
  private final boolean keep;
  private final Thread hook = new Thread(this::clear, "clear-work-directory");

  private WorkDirectory(Path root, boolean keep) {
    this.root = root;
    this.keep = keep;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Opens it.
   *
   * @param chosen by the user, or null for a temporary one
   */
  public static WorkDirectory open(Path chosen) {
    try {
      Path root = chosen == null ? Files.createTempDirectory("bayou-bench") : chosen;
      WorkDirectory directory = new WorkDirectory(root.toAbsolutePath(), chosen != null);
      directory.clear();
      Files.createDirectories(directory.data());
      Files.createDirectories(directory.logs());
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use the directory " + chosen, e);
    }
  }

  public Path data() {
    return root.resolve("bayou-data");
  }

  public Path logs() {
    return root.resolve("bayou-logs");
  }

  /* The hook runs concurrently with the one that kills the processes, which may still write. */
  private void clear() {
    for (int attempt = 0; attempt < 20; attempt++) {
      try {
        Utils.delete((keep ? data() : root).toFile());
        return;
      } catch (IOException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    clear();
  }
}
