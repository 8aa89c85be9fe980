package io.bayou.stream.topics;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for the results of Kafka's admin client, with unchecked exceptions only. */
public final class KafkaFutures {
  private KafkaFutures() {}

  /**
   * The result of a request.
   *
   * @throws KafkaException the failure of the request itself, not wrapped in another one
   * @throws InterruptException if this thread is interrupted
   */
  public static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /**
   * Waits before a request is repeated.
   *
   * @throws InterruptException if this thread is interrupted
   */
  public static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }
}
