package io.bayou.http;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What waits to be sent to one client. A client that falls too far behind is given up. */
final class Subscription {
  private static final int MOST_WAITING = 256;

  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private volatile boolean ended;

  /** Adds a message, or ends the subscription if there is no room: false. */
  boolean offer(byte[] message) {
    if (!waiting.offer(message)) {
      end();
    }
    return !ended;
  }

  /** The next message, or null if none came in time. */
  byte[] next(Duration patience) throws InterruptedException {
    return waiting.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
    waiting.clear();
    waiting.offer(new byte[0]); // wakes up whoever waits
  }
}
