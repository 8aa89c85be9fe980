package io.bayou.http;

import io.bayou.http.EventIntake.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The events of one request on their way to Kafka. They are sent in order, with one deadline for
 * all of them. After the first failure no other event is sent.
 */
final class Batch {
  /** A valid record and its topic; the key may be null, and the value, to take one back. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Event(String topic, byte[] key, byte[] value) {}

  private final List<Event> events;
  private final Duration deadline;
  private final long start = System.nanoTime();
  private final List<CompletableFuture<Receipt>> sent = new ArrayList<>();
  private final CompletableFuture<Void> acknowledged = new CompletableFuture<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Batch(List<Event> events, Duration deadline) {
    this.events = events;
    this.deadline = deadline;
  }

  /** Sends the events; blocks if the target does, but does not wait for the receipts. */
  void send(EventIntake target) {
    try {
      for (Event event : events) {
        if (failure.get() != null || System.nanoTime() - start > deadline.toNanos()) {
          break;
        }
        CompletableFuture<Receipt> receipt = target.send(event.topic(), event.key(), event.value());
        add(receipt.whenComplete((written, e) -> failure.compareAndSet(null, e)));
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
    awaitReceipts();
  }

  private synchronized void add(CompletableFuture<Receipt> receipt) {
    sent.add(receipt);
  }

  private synchronized void awaitReceipts() {
    var unused =
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
            .whenComplete((done, e) -> acknowledged.complete(null));
  }

  /** Completes when every event is acknowledged or has failed, or at the deadline. */
  CompletableFuture<Void> answered() {
    return acknowledged.copy().completeOnTimeout(null, deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Where each event was written, in their order; null for an event without a receipt. */
  synchronized List<Receipt> receipts() {
    List<Receipt> receipts = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      boolean written =
          i < sent.size() && sent.get(i).isDone() && !sent.get(i).isCompletedExceptionally();
      receipts.add(written ? sent.get(i).join() : null);
    }
    return receipts;
  }

  /** Why some events have no receipt. */
  String failure() {
    Throwable first = failure.get();
    return first == null
        ? "no answer within " + deadline.toSeconds() + " s"
        : String.valueOf(first.getMessage());
  }
}
