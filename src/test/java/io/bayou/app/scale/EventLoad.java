package io.bayou.app.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.Fleet;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Sends events of both kinds, a few at a time, until it is stopped. */
final class EventLoad implements AutoCloseable {
  private static final int LABELED_AT_ONCE = 250;
  private static final int UNLABELED_AT_ONCE = 50;

  /* The instances need the processors, too. */
  private static final Duration PAUSE = Duration.ofMillis(400);

  private final Fleet fleet;
  private final CompletableFuture<Void> sending;
  private volatile boolean stopped;
  private volatile int rounds;

  EventLoad(Fleet fleet) {
    this.fleet = fleet;
    sending = CompletableFuture.runAsync(this::send);
  }

  private void send() {
    for (int round = 0; !stopped; round++) {
      sendRound(round);
      rounds = round + 1;
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void sendRound(int round) {
    int labeled = round * LABELED_AT_ONCE;
    fleet.log().send(fleet.topic("labeled"), labeled, labeled + LABELED_AT_ONCE, true);
    int unlabeled = round * UNLABELED_AT_ONCE;
    fleet.log().send(fleet.topic("unlabeled"), unlabeled, unlabeled + UNLABELED_AT_ONCE, false);
  }

  /** Returns when that many more events than now were sent. */
  void awaitMore(int labeled) {
    int enough = labeled() + labeled;
    fleet.await(() -> assertThat(labeled()).isGreaterThan(enough));
  }

  int labeled() {
    return rounds * LABELED_AT_ONCE;
  }

  int unlabeled() {
    return rounds * UNLABELED_AT_ONCE;
  }

  /** Sends no more; returns when the last event was sent. */
  void stop() {
    stopped = true;
    sending.join();
  }

  @Override
  public void close() {
    stopped = true;
  }
}
