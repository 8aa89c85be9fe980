package io.bayou.http;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The queue of messages to one client. A client that falls too far behind is dropped. */
final class Subscription {
  static final int MAX_BYTES = 1 << 20;

  private static final int MAX_WAITING = 256;

  private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean ended;

  /** Adds a message. If there is no room, ends the subscription and returns false. */
  boolean offer(byte[] message) {
    boolean fits = bytes.addAndGet(message.length) <= MAX_BYTES;
    if (!fits || !waiting.offer(message)) {
      end();
    }
    return !ended;
  }

  /** The size of the waiting messages. */
  long waitingBytes() {
    return bytes.get();
  }

  /** The next message, or null if none came in time. */
  byte[] next(Duration patience) throws InterruptedException {
    byte[] message = waiting.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (message != null) {
      bytes.addAndGet(-message.length);
    }
    return message;
  }

  boolean isEnded() {
    return ended;
  }

  void end() {
    ended = true;
    waiting.clear();
    bytes.set(0);
    waiting.offer(new byte[0]); // wakes up the waiting thread
  }
}
