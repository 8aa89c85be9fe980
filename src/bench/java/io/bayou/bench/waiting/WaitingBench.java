package io.bayou.bench.waiting;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.bench.stream.BenchTopics;
import io.bayou.bench.stream.Shape;
import io.bayou.bench.stream.Variant;
import io.bayou.bench.stream.Workload;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;

/** Lets many events wait in one instance, and starts it again. */
final class WaitingBench {
  private static final String QUESTIONS = "waiting.questions";
  private static final String LABELS = "waiting.labels";
  private static final String AWAITED = "bayou_join_awaited ";
  private static final String JOINED = "bayou_join_total{outcome=\"JOINED\"} ";
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration REPORT = Duration.ofSeconds(10);

  /** Without any progress. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Cluster cluster;
  private final WorkDirectory work;
  private final int partitions;
  private final List<String> settings;
  private final Consumer<String> progress;
  private int starts;
  private long maxResident;

  /**
   * What was measured.
   *
   * @param diskBytes of the state directory when all of them wait
   * @param restartSeconds from the start of a process that was terminated until all of them wait
   * @param restoreSeconds the same after its state directory was deleted
   */
  record Result(
      double questionsPerSecond,
      double labelsPerSecond,
      long maxResidentMegabytes,
      long diskBytes,
      double restartSeconds,
      double restoreSeconds) {}

  WaitingBench(
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

  Result measure(long questions, long labels) throws InterruptedException, IOException {
    Workload workload =
        new Workload(
            questions,
            partitions,
            1,
            Workload.COMMIT_MILLIS,
            "",
            new TreeMap<>(),
            10,
            3,
            0,
            Shape.NATIVE,
            ModelSpec.defaults());
    try (BenchTopics topics = new BenchTopics(cluster.bootstrapServers())) {
      progress.accept("loading " + questions + " events");
      topics.load(QUESTIONS, workload, Variant.Input.UNLABELED, questions);
      topics.create(LABELS, partitions);
      BayouInstance instance = start();
      await(instance, AWAITED, 1);
      double asked = await(instance, AWAITED, questions);
      long disk = size(state());
      progress.accept("sending " + labels + " labels");
      topics.sendLabels(LABELS, workload, labels);
      double joined = await(instance, JOINED, labels);
      instance.process().terminate();
      instance.process().awaitExit(PATIENCE);
      progress.accept("starting again");
      instance = start();
      double restarted = await(instance, AWAITED, questions - labels);
      instance.process().kill();
      Utils.delete(state().toFile());
      progress.accept("starting again without a disk");
      instance = start();
      double restored = await(instance, AWAITED, questions - labels);
      instance.process().kill();
      return new Result(questions / asked, labels / joined, maxResident, disk, restarted, restored);
    }
  }

  private Path state() {
    return work.data().resolve("state");
  }

  private BayouInstance start() throws IOException {
    ModelSpec spec = ModelSpec.defaults().toBuilder().labels(Workload.labels(LABELS)).build();
    Path file = Files.writeString(work.data().resolve("spec.json"), SpecCodec.write(spec), UTF_8);
    List<String> all = new ArrayList<>();
    all.add("unlabeled.topics=" + QUESTIONS);
    all.add("labels.topics=" + LABELS);
    all.add("topic.partitions=" + partitions);
    all.add("default.spec=" + file);
    all.add("state.dir=" + state());
    all.addAll(settings);
    return BayouInstance.start(
        "instance" + starts++,
        work.logs(),
        BayouInstance.PLAIN_JVM,
        cluster.bootstrapServers(),
        all);
  }

  /* Seconds until a metric has this value. */
  private double await(BayouInstance instance, String metric, long value)
      throws InterruptedException {
    long start = System.nanoTime();
    long changed = start;
    long reported = start;
    double last = -1;
    while (true) {
      double now = metric(instance, metric);
      long time = System.nanoTime();
      maxResident = Math.max(maxResident, instance.process().residentMegabytes());
      if (now >= value) {
        return (time - start) / 1e9;
      }
      if (now > last) {
        last = now;
        changed = time;
      }
      if (!instance.process().isAlive() || time - changed > PATIENCE.toNanos()) {
        throw new CommandFailed(
            "%s is %.0f, not %d: %s"
                .formatted(metric.strip(), last, value, instance.process().lastError()));
      }
      if (time - reported > REPORT.toNanos()) {
        reported = time;
        progress.accept("%s %,.0f, %,d MB".formatted(metric.strip(), now, maxResident));
      }
      Thread.sleep(POLL.toMillis());
    }
  }

  /* 0 while the instance does not serve. */
  private static double metric(BayouInstance instance, String name) throws InterruptedException {
    String metrics = instance.get("/metrics").orElse("");
    Matcher value = Pattern.compile("(?m)^" + Pattern.quote(name) + "(\\S+)$").matcher(metrics);
    return value.find() ? Double.parseDouble(value.group(1)) : 0;
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
