package io.bayou.bench.chaos;

import io.bayou.bench.Cluster;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Kills one broker at a time, the next only when every partition has all its replicas. */
final class BrokerFaults implements AutoCloseable {
  private static final Duration RECOVERY = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final Journal journal;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  BrokerFaults(Cluster cluster, Journal journal) {
    this.cluster = cluster;
    this.journal = journal;
  }

  /** Returns false and does nothing until the last broker has recovered. */
  boolean kill(int target) {
    if (cluster.size() < 3 || !busy.compareAndSet(false, true)) {
      return false;
    }
    thread.execute(() -> killAndRestart(target % cluster.size(), 1 + target % 5));
    return true;
  }

  private void killAndRestart(int index, int seconds) {
    try {
      if (cluster.awaitInSync(RECOVERY)) { // partitions may have grown meanwhile
        cluster.kill(index);
        journal.count(Fault.BROKER);
        journal.say("kill -9 broker %d, back in %d s", index, seconds);
        Thread.sleep(seconds * 1_000L);
        cluster.start(index);
      }
      if (!cluster.awaitInSync(RECOVERY)) {
        journal.say("replicas are still missing %s after a broker's restart", RECOVERY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      busy.set(false);
    }
  }

  /** Kills all brokers, and lets them start again later; instances must tell it and stay. */
  void killAll(int seconds, Fleet fleet) throws InterruptedException {
    long start = System.nanoTime();
    for (int i = 0; i < cluster.size(); i++) {
      cluster.kill(i);
    }
    journal.count(Fault.OUTAGE);
    journal.say("all brokers are away for %d s", seconds);
    Duration outage = Duration.ofSeconds(seconds);
    if (fleet.awaitProbes(false, outage)) {
      journal.measured("notReadyAfterSeconds", start);
    } else {
      journal.count(Operations.WRONG + "/ready did not tell that no broker was there");
    }
    Thread.sleep(Math.max(0, outage.minusNanos(System.nanoTime() - start).toMillis()));
    long back = System.nanoTime();
    for (int i = 0; i < cluster.size(); i++) {
      cluster.start(i);
    }
    journal.say("all brokers start again");
    if (fleet.awaitProbes(true, RECOVERY)) {
      journal.measured("readyAgainAfterSeconds", back);
    } else {
      journal.count(Operations.WRONG + "/ready did not tell that the brokers were back");
    }
  }

  /** Stops a broker properly and starts it again later, if all replicas are there. */
  void roll(int index, int seconds) throws InterruptedException {
    if (!cluster.awaitInSync(RECOVERY)) {
      journal.say("replicas are still missing %s after a broker's restart", RECOVERY);
    }
    journal.say("broker %d stops, back in %d s", index, seconds);
    if (!cluster.stop(index, RECOVERY)) {
      cluster.kill(index);
      journal.say("broker %d did not stop and was killed", index);
    }
    journal.count(Fault.ROLL);
    Thread.sleep(seconds * 1_000L);
    cluster.start(index);
  }

  /** Waits until the last broker has recovered. */
  void finish() throws InterruptedException {
    thread.shutdown();
    if (!thread.awaitTermination(RECOVERY.toSeconds(), TimeUnit.SECONDS)) {
      journal.say("a broker has not recovered");
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
