package io.bayou.app;

import io.bayou.config.AppConfig;
import java.io.IOException;
import org.apache.kafka.common.KafkaException;

/** Work that needs the cluster: every way in which it cannot be reached is one sentence. */
final class Reaching {
  private Reaching() {}

  /** Work that may fail. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  static void run(AppConfig config, Work work) throws IOException, InterruptedException {
    try {
      work.run();
    } catch (KafkaException e) {
      throw new CommandFailed(
          "Kafka at "
              + config.kafka().bootstrapServers()
              + " did not do it: "
              + Instance.rootMessage(e),
          e);
    }
  }
}
