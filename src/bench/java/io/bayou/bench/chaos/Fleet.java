package io.bayou.bench.chaos;

import io.bayou.bench.BayouInstance;
import io.bayou.bench.FreePorts;
import io.bayou.bench.WorkDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Utils;

/** The instances of Bayou, and a supervisor that restarts them. */
final class Fleet implements AutoCloseable {
  /** Prefix of counters: last output of instances that ended by themselves. */
  static final String LAST_WORDS = "last words: ";

  /** What commands must know, too. */
  static final List<String> SHARED_SETTINGS = List.of("keyed.enabled=true");

  private static final long RESTART_NANOS = 1_000_000_000L;
  private static final Duration POLL = Duration.ofMillis(200);

  private final class Slot {
    private final int index;
    private final Path state;
    private BayouInstance instance;
    private boolean endExpected;
    private long resumeAt;
    private long restartAt;

    Slot(int index) {
      this.index = index;
      this.state = directory.data().resolve("state" + index);
    }

    void start() {
      instance =
          BayouInstance.start(
              "instance" + index,
              directory.logs(),
              BayouInstance.LIGHT_JVM,
              bootstrapServers,
              settings());
      endExpected = false;
      resumeAt = 0;
      restartAt = 0;
    }

    private List<String> settings() {
      List<String> settings = new ArrayList<>(SHARED_SETTINGS);
      settings.add("state.dir=" + state);
      settings.add("topic.replication.factor=" + replicas);
      settings.add("unlabeled.topics=" + Topics.UNLABELED + "," + Topics.ORDERS);
      settings.add("labels.topics=" + Topics.RETURNS);
      settings.add("keyed.cache.bytes=200000"); // most models of customers are read from disk
      settings.add("http.port=" + FreePorts.find(1)[0]); // the others ask it for models of keys
      // the default is five minutes, too long for a short run to notice new partitions
      settings.add("kafka.metadata.max.age.ms=15000");
      return settings;
    }

    synchronized void supervise() {
      if (stopped) {
        return;
      }
      long now = System.nanoTime();
      if (resumeAt != 0 && now - resumeAt > 0) {
        resumeAt = 0;
        instance.process().resume();
        journal.say("instance %d goes on", index);
      }
      if (!instance.process().isAlive()) {
        if (restartAt == 0) {
          restartAt = now + RESTART_NANOS;
          ended();
        } else if (now - restartAt > 0) {
          start();
          restarts.incrementAndGet();
        }
      }
    }

    private void ended() {
      int code = instance.process().exitCode();
      if (!endExpected) {
        selfExits.incrementAndGet();
        String words = instance.process().lastError();
        journal.say("instance %d ended by itself, code %d: %s", index, code, words);
        journal.count(LAST_WORDS + (words.length() > 300 ? words.substring(0, 300) : words));
      }
    }
  }

  private final WorkDirectory directory;
  private final String bootstrapServers;
  private final int replicas;
  private final Journal journal;
  private final List<Slot> slots = new ArrayList<>();
  private final Thread supervisor = new Thread(this::supervise, "supervisor");
  private volatile boolean stopped;
  private final AtomicInteger selfExits = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();
  private volatile long maxResident;

  Fleet(int size, WorkDirectory directory, String bootstrapServers, int replicas, Journal journal) {
    this.directory = directory;
    this.bootstrapServers = bootstrapServers;
    this.replicas = replicas;
    this.journal = journal;
    for (int i = 0; i < size; i++) {
      Slot slot = new Slot(i);
      slot.start();
      slots.add(slot);
    }
    supervisor.setDaemon(true);
    supervisor.start();
  }

  private void supervise() {
    try {
      while (!stopped) {
        for (Slot slot : slots) {
          slot.supervise();
          maxResident = Math.max(maxResident, slot.instance.process().residentMegabytes());
        }
        Thread.sleep(POLL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Slot slot(int target) {
    return slots.get(target % slots.size());
  }

  /** Sends SIGKILL, and optionally deletes the state directory. */
  void kill(int target, boolean wipe) throws IOException {
    Slot slot = slot(target);
    synchronized (slot) {
      slot.endExpected = true;
      slot.instance.process().kill();
      if (wipe) {
        Utils.delete(slot.state.toFile());
      }
    }
    journal.say("kill -9 instance %d%s", slot.index, wipe ? ", state directory deleted" : "");
  }

  /** SIGTERM. */
  void terminate(int target) {
    Slot slot = slot(target);
    synchronized (slot) {
      slot.endExpected = true;
      slot.instance.process().terminate();
    }
    journal.say("SIGTERM to instance %d", slot.index);
  }

  /** SIGSTOP now, SIGCONT later. */
  void freeze(int target, int seconds) {
    Slot slot = slot(target);
    synchronized (slot) {
      slot.resumeAt = System.nanoTime() + seconds * 1_000_000_000L;
      slot.instance.process().freeze();
    }
    journal.say("SIGSTOP to instance %d for %d s", slot.index, seconds);
  }

  /** Resumes all frozen instances. */
  void resumeAll() {
    for (Slot slot : slots) {
      synchronized (slot) {
        slot.resumeAt = 0;
        slot.instance.process().resume();
      }
    }
  }

  /** Waits until all instances are ready; false after the timeout. */
  boolean awaitReady(Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (running() < slots.size()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  /** Waits until the probe of every instance says the same; false after the timeout. */
  boolean awaitProbes(boolean ready, Duration timeout) throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!allSay(ready)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL.toMillis());
    }
    return true;
  }

  private boolean allSay(boolean ready) throws InterruptedException {
    for (BayouInstance instance : instances()) {
      if (instance.get("/ready").isPresent() != ready) {
        return false;
      }
    }
    return true;
  }

  /** How many are ready. */
  int running() {
    return (int) instances().stream().filter(BayouInstance::isReady).count();
  }

  List<BayouInstance> instances() {
    List<BayouInstance> all = new ArrayList<>();
    for (Slot slot : slots) {
      synchronized (slot) {
        all.add(slot.instance);
      }
    }
    return all;
  }

  int selfExits() {
    return selfExits.get();
  }

  int restarts() {
    return restarts.get();
  }

  /** Max resident megabytes of an instance. */
  long maxResident() {
    return maxResident;
  }

  /** Kills all of them. */
  @Override
  public void close() {
    stopped = true;
    for (Slot slot : slots) {
      synchronized (slot) {
        slot.instance.process().kill();
      }
    }
  }
}
