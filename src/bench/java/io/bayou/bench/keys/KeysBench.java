package io.bayou.bench.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.bench.stream.BenchTopics;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;

/** The same events learned by one model, and by one for each key, which is started again. */
final class KeysBench {
  private static final String EVENTS = "keys.events";
  private static final Pattern LEARNED = Pattern.compile("(?m)^bayou_learned_total (\\S+)$");
  private static final Pattern BY_KEYS =
      Pattern.compile("(?m)^bayou_keyed_total\\{outcome=\"LEARNED\"} (\\S+)$");
  private static final Pattern KEYS = Pattern.compile("(?m)^bayou_keyed_keys\\{[^}]*} (\\S+)$");

  /** The first part of the events is for the compilers. */
  private static final int PARTS = 4;

  private static final Duration POLL = Duration.ofMillis(200);

  /** Without any progress. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Cluster cluster;
  private final WorkDirectory work;
  private final int partitions;
  private final List<String> settings;
  private final Consumer<String> progress;

  /**
   * How the last three quarters of the events were learned.
   *
   * @param cpuMicros CPU time of the process for each of them, without the JVM's compilers
   * @param compilerMicros that of the compilers, which ends in a process that runs for longer
   * @param heap megabytes after a full collection, by quarters of the events
   */
  record Run(double eventsPerSecond, double cpuMicros, double compilerMicros, List<Long> heap) {}

  /**
   * What was measured.
   *
   * @param diskBytes of the state directory after the last event
   * @param restartSeconds from the start of a process that was terminated until it has all keys
   * @param restoreSeconds the same after its state directory was deleted
   */
  record Result(Run one, Run keyed, long diskBytes, double restartSeconds, double restoreSeconds) {
    double cpuRatio() {
      return keyed.cpuMicros / one.cpuMicros;
    }
  }

  KeysBench(
      Cluster cluster,
      WorkDirectory work,
      int partitions,
      List<String> settings,
      Consumer<String> progress) {
    this.cluster = cluster;
    this.work = work;
    this.partitions = partitions;
    this.settings = List.copyOf(settings);
    this.progress = progress;
  }

  Result measure(long keys, long events, boolean scattered)
      throws InterruptedException, IOException {
    progress.accept("loading %,d events of %,d keys".formatted(events, keys));
    load(keys, events, scattered);
    progress.accept("one model");
    BayouInstance instance = start("one", Purchases.oneForAll());
    Run one = run(instance, LEARNED, events);
    instance.process().kill();
    progress.accept("one model for each key");
    instance = start("keyed", Purchases.keyed());
    Run keyed = run(instance, BY_KEYS, events);
    instance.process().terminate();
    instance.process().awaitExit(PATIENCE);
    long disk = size(state("keyed"));
    progress.accept("starting again");
    double restarted = startAgain(keys);
    Utils.delete(state("keyed").toFile());
    progress.accept("starting again without a disk");
    double restored = startAgain(keys);
    return new Result(one, keyed, disk, restarted, restored);
  }

  private void load(long keys, long events, boolean scattered) throws InterruptedException {
    Purchases purchases = new Purchases(keys);
    try (BenchTopics topics = new BenchTopics(cluster.bootstrapServers())) {
      topics.create(EVENTS, partitions);
      topics.send(
          events,
          i -> {
            byte[] event = purchases.next(i);
            long from = scattered ? i : purchases.who();
            return new ProducerRecord<>(EVENTS, (int) (from % partitions), null, event);
          });
    }
  }

  private Path state(String name) {
    return work.data().resolve("state-" + name);
  }

  private BayouInstance start(String name, ModelSpec spec) throws IOException {
    Path file =
        Files.writeString(work.data().resolve(name + ".json"), SpecCodec.write(spec), UTF_8);
    List<String> all = new ArrayList<>();
    all.add("application.id=" + name);
    all.add("topic.prefix=" + name + ".");
    all.add("labeled.topics=" + EVENTS);
    all.add("topic.partitions=" + partitions);
    all.add("keyed.enabled=" + spec.scope().isPresent());
    all.add("default.spec=" + file);
    all.add("state.dir=" + state(name));
    all.addAll(settings);
    return BayouInstance.start(
        name, work.logs(), BayouInstance.PLAIN_JVM, cluster.bootstrapServers(), all);
  }

  private Run run(BayouInstance instance, Pattern metric, long events) throws InterruptedException {
    List<Long> heap = new ArrayList<>();
    double from = await(instance, metric, events / PARTS);
    long start = System.nanoTime();
    Duration cpu = instance.process().cpuTime();
    Duration compilers = instance.process().compilerTime();
    long paused = 0;
    for (int part = 1; part <= PARTS; part++) {
      await(instance, metric, events * part / PARTS);
      long stop = System.nanoTime();
      Duration cpuThen = instance.process().cpuTime();
      Duration compilersThen = instance.process().compilerTime();
      if (part == PARTS) {
        double learned = events - from;
        double seconds = (stop - start - paused) / 1e9;
        double compiled = compilersThen.minus(compilers).toNanos() / 1e3 / learned;
        double all = cpuThen.minus(cpu).toNanos() / 1e3 / learned;
        heap.add(instance.process().liveHeapMegabytes());
        return new Run(learned / seconds, all - compiled, compiled, heap);
      }
      heap.add(instance.process().liveHeapMegabytes());
      // Counting objects is no learning.
      cpu = cpu.plus(instance.process().cpuTime().minus(cpuThen));
      compilers = compilers.plus(instance.process().compilerTime().minus(compilersThen));
      paused += System.nanoTime() - stop;
    }
    throw new AssertionError();
  }

  private double startAgain(long keys) throws InterruptedException, IOException {
    long start = System.nanoTime();
    BayouInstance instance = start("keyed", Purchases.keyed());
    await(instance, KEYS, keys);
    double seconds = (System.nanoTime() - start) / 1e9;
    instance.process().terminate();
    instance.process().awaitExit(PATIENCE);
    return seconds;
  }

  /* Waits until a metric is at least a value, and returns it. */
  private double await(BayouInstance instance, Pattern metric, long value)
      throws InterruptedException {
    long changed = System.nanoTime();
    double last = -1;
    while (true) {
      double now = metric(instance, metric);
      if (now >= value) {
        return now;
      }
      if (now > last) {
        last = now;
        changed = System.nanoTime();
      }
      if (!instance.process().isAlive() || System.nanoTime() - changed > PATIENCE.toNanos()) {
        throw new CommandFailed(
            "%s is %.0f, not %d: %s"
                .formatted(metric, last, value, instance.process().lastError()));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /* 0 while the instance does not serve. */
  private static double metric(BayouInstance instance, Pattern metric) throws InterruptedException {
    Matcher value = metric.matcher(instance.get("/metrics").orElse(""));
    return value.find() ? Double.parseDouble(value.group(1)) : 0;
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
