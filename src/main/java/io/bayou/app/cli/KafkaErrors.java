package io.bayou.app.cli;

import io.bayou.config.AppConfig;
import java.io.IOException;
import org.apache.kafka.common.KafkaException;

/** Turns whatever Kafka throws at a command into one sentence. */
public final class KafkaErrors {
  private KafkaErrors() {}

  /** Work that needs the cluster. */
  public interface Work<T> {
    public T run() throws IOException, InterruptedException;
  }

  /** Work without a result. */
  public interface Action {
    public void run() throws IOException, InterruptedException;
  }

  public static <T> T get(AppConfig config, Work<T> work) throws IOException, InterruptedException {
    try {
      return work.run();
    } catch (KafkaException e) {
      String servers = config.kafka().bootstrapServers();
      throw new CommandFailed("Kafka at " + servers + " failed: " + rootMessage(e), e);
    }
  }

  public static void run(AppConfig config, Action action) throws IOException, InterruptedException {
    get(
        config,
        () -> {
          action.run();
          return null;
        });
  }

  /** The message of the innermost cause, with its type. */
  public static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String name = root.getClass().getSimpleName();
    return root.getMessage() == null ? name : name + ": " + root.getMessage();
  }
}
