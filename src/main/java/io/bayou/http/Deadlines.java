package io.bayou.http;

import java.time.Duration;

/**
 * How long a request may take.
 *
 * @param body until the body has been read
 * @param batch until Kafka has taken the events of a request, all of them together
 * @param request from the first byte to the last; then the connection is closed
 */
record Deadlines(Duration body, Duration batch, Duration request) {
  /* Body and batch come one after the other, and both fit into the request. */
  static final Deadlines DEFAULT =
      new Deadlines(Duration.ofSeconds(12), Duration.ofSeconds(15), Duration.ofSeconds(30));
}
