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
