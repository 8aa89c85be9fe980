package io.bayou.http;

import java.util.concurrent.CompletableFuture;

/** Accepts valid events; thread-safe. */
public interface EventIntake {
  /**
   * Sends one event. May block for some seconds while Kafka is down, so threads that serve requests
   * do not call it.
   *
   * @param topic one of the event topics
   * @param key the event's id, or null
   * @return where it was written, once it is; fails if it could not be
   */
  CompletableFuture<Receipt> send(String topic, byte[] key, byte[] event);

  /** The position that an event was written to. */
  record Receipt(String topic, int partition, long offset) {}
}
