package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.app.cli.CommandFailed;
import io.bayou.bench.stream.StreamResult.Latency;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * Measures the variants alternately, in several rounds, on one broker. The broker and each variant
 * have their own JVM; a variant keeps its JVM over all rounds, and the first ones are warm-up.
 */
public final class StreamBench implements AutoCloseable {
  private static final String RUN = "run-";
  private static final String INPUT = "input-";
  private static final long MAX_TRAINING = 20_000;

  /**
   * How to measure.
   *
   * @param warmUps rounds that do not count: the JIT needs some millions of records
   * @param rounds that count
   * @param latencySeconds how long the latency of each variant is measured; 0: not measured
   * @param recordings directory for flight recordings of the JVMs, or null
   */
  public record Plan(
      Set<Variant> variants, int warmUps, int rounds, int latencySeconds, Path recordings) {}

  private final Plan plan;
  private final Path directory;
  private final Consumer<String> progress;
  private final ChildJvm broker;
  private final String servers;
  private final BenchTopics topics;
  private final Map<Variant, ChildJvm> workers =
      new ConcurrentSkipListMap<>(); // read by the thread that kills
  private int workloads;
  private int runs;

  /**
   * Starts the broker.
   *
   * @param directory for all files; the caller removes it
   * @param progress receives progress messages
   */
  public StreamBench(Plan plan, Path directory, Consumer<String> progress) {
    this.plan = plan;
    this.directory = directory;
    this.progress = progress;
    progress.accept("starting a broker");
    broker = child("broker", List.of("-Xmx1g"), "broker", directory.resolve("log").toString());
    servers = broker.await("ready")[0];
    topics = new BenchTopics(servers);
  }

  private ChildJvm child(String name, List<String> options, String... arguments) {
    List<String> all = new ArrayList<>(List.of("bench", "worker"));
    all.addAll(List.of(arguments));
    return new ChildJvm(name, directory, options, all);
  }

  /** Measures one workload. */
  public StreamResult run(Workload workload) throws InterruptedException {
    workloads++;
    load(workload);
    try {
      for (Variant variant : variants(workload)) {
        workers.put(variant, worker(variant));
      }
      return measure(workload);
    } finally {
      workers.values().forEach(ChildJvm::close);
      workers.clear();
      topics.delete(INPUT);
    }
  }

  /* Avro's generated classes know no other shape. */
  private Set<Variant> variants(Workload workload) {
    Set<Variant> variants = EnumSet.copyOf(plan.variants);
    if (workload.shape() != Shape.NATIVE) {
      variants.remove(Variant.AVRO_ROUND_TRIP);
    }
    return variants;
  }

  /** Kills all JVMs, for a process that is about to exit. */
  public void kill() {
    workers.values().forEach(ChildJvm::kill);
    broker.kill();
  }

  private ChildJvm worker(Variant variant) {
    List<String> options = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
    if (plan.recordings != null) {
      Path file = plan.recordings.resolve(variant.key() + ".jfr");
      options.add("-XX:StartFlightRecording=settings=profile,filename=" + file);
      options.add("-Xlog:jfr+startup=error"); // or it says on stdout that it has started
    }
    ChildJvm worker = child(variant.key(), options, "variant", variant.key());
    worker.await("ready");
    return worker;
  }

  private void load(Workload workload) throws InterruptedException {
    Set<Variant.Input> inputs = EnumSet.noneOf(Variant.Input.class);
    variants(workload).forEach(variant -> inputs.add(variant.input()));
    for (Variant.Input input : inputs) {
      progress.accept(
          "loading %d events, %s, %s"
              .formatted(workload.records(), name(input), workload.shape().key()));
      topics.load(input(input), workload, input, input.events(workload.records()));
    }
    if (inputs.contains(Variant.Input.QUESTIONS)) {
      topics.create(labels(), workload.partitions());
      topics.sendLabels(labels(), workload, Variant.Input.QUESTIONS.events(workload.records()));
    }
    topics.load(training(), workload, Variant.Input.LABELED, training(workload));
  }

  private static long training(Workload workload) {
    return Math.min(MAX_TRAINING, workload.records());
  }

  private static String name(Variant.Input input) {
    return input.name().toLowerCase(Locale.ROOT);
  }

  /* A deleted topic cannot be recreated at once, so each workload has its own. */
  private String input(Variant.Input input) {
    return INPUT + workloads + "-" + name(input);
  }

  /* What is sent while latency is measured. */
  private static String events(String prefix) {
    return prefix + ".events";
  }

  private String labels() {
    return INPUT + workloads + "-labels";
  }

  private String training() {
    return INPUT + workloads + "-training";
  }

  /* A model names the topics whose records it reads in another shape: first those of training. */
  private Path specFile(Workload workload, Variant variant, String prefix) {
    Path file = directory.resolve(prefix + "-spec.json");
    List<String> read = List.of(training(), input(variant.input()), events(prefix));
    ModelSpec spec = workload.shape().spec(workload, read);
    if (variant == Variant.JOINED) {
      spec = spec.toBuilder().labels(Workload.labels(labels())).build();
    }
    try {
      return Files.writeString(file, SpecCodec.write(spec), UTF_8);
    } catch (IOException e) {
      throw new CommandFailed("cannot write to " + directory + ": " + e.getMessage(), e);
    }
  }

  private StreamResult measure(Workload workload) throws InterruptedException {
    Map<Variant, List<Measured>> all = new EnumMap<>(Variant.class);
    List<Variant> order = new ArrayList<>(workers.keySet());
    for (int round = 1 - plan.warmUps; round <= plan.rounds; round++) {
      for (Variant variant : order) {
        Measured run = Measured.of(measure(workload, variant, workers.get(variant)));
        report(round, variant, run);
        if (round > 0) {
          all.computeIfAbsent(variant, v -> new ArrayList<>()).add(run);
        }
      }
      Collections.reverse(order); // nobody is always the one that comes after the fastest
    }
    return StreamResult.of(workload, all, latency(workload));
  }

  private void report(int round, Variant variant, Measured run) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "%s: %-13s %,9.0f records/s, %5.2f us CPU each (compilers %.2f), %.1f MB in use",
            round <= 0 ? "warm-up" : "round " + round + " of " + plan.rounds,
            variant.key(),
            run.recordsPerSecond(),
            run.cpuMicros(),
            run.compilerMicros(),
            run.heapMegabytes()));
  }

  private String[] measure(Workload workload, Variant variant, ChildJvm worker)
      throws InterruptedException {
    String prefix = RUN + runs++;
    train(workload, variant, prefix, worker);
    String input = input(variant.input());
    String[] measured = job(worker, workload.records(), settings(workload, variant, prefix, input));
    topics.delete(prefix);
    return measured;
  }

  /* A variant that only predicts needs the state of an earlier run that learned. */
  private void train(Workload workload, Variant variant, String prefix, ChildJvm worker) {
    if (variant == Variant.PREDICT) {
      job(worker, training(workload), settings(workload, variant, prefix, training()));
    }
  }

  private static String[] job(ChildJvm worker, long records, Map<String, String> settings) {
    String[] measured = worker.ask(new Job(records, settings).toLine(), "measured");
    worker.await("stopped");
    return measured;
  }

  private Map<String, String> settings(
      Workload workload, Variant variant, String prefix, String input) {
    Map<String, String> settings = new HashMap<>(workload.settings());
    settings.put("kafka.bootstrap.servers", servers);
    settings.put("application.id", prefix);
    settings.put("state.dir", directory.resolve("state").resolve(prefix).toString());
    settings.put("topic.prefix", prefix + ".");
    settings.put("labeled.topics", variant == Variant.PREDICT ? training() : input);
    settings.put("unlabeled.topics", input);
    if (variant == Variant.JOINED) {
      settings.put("labels.topics", labels());
    }
    settings.put("topic.partitions", Integer.toString(workload.partitions()));
    settings.put("num.stream.threads", Integer.toString(workload.threads()));
    settings.put("processing.guarantee", workload.guarantee());
    settings.put("commit.interval.ms", Integer.toString(workload.commitMillis()));
    settings.put("default.spec", specFile(workload, variant, prefix).toString());
    settings.put("prediction.format", "avro");
    return settings;
  }

  private Map<Variant, Latency> latency(Workload workload) throws InterruptedException {
    Map<Variant, Latency> latency = new EnumMap<>(Variant.class);
    if (plan.latencySeconds == 0) {
      return latency;
    }
    Map<Variant, ChildJvm> probed = new EnumMap<>(workers);
    probed.remove(Variant.JOINED); // it answers as the one that predicts
    for (Map.Entry<Variant, ChildJvm> entry : probed.entrySet()) {
      Latency measured = latency(workload, entry.getKey(), entry.getValue());
      progress.accept(
          String.format(
              Locale.ROOT,
              "latency: %-13s %.0f ms, 99 %% within %.0f ms",
              entry.getKey(),
              measured.p50(),
              measured.p99()));
      latency.put(entry.getKey(), measured);
    }
    return latency;
  }

  private Latency latency(Workload workload, Variant variant, ChildJvm worker)
      throws InterruptedException {
    String prefix = RUN + runs++;
    String input = events(prefix);
    topics.create(input, workload.partitions());
    train(workload, variant, prefix, worker);
    worker.ask(new Job(0, settings(workload, variant, prefix, input)).toLine(), "serving");
    LatencyProbe probe = new LatencyProbe(servers, workload, plan.latencySeconds);
    Latency latency = probe.run(input, prefix + ".predictions", variant);
    worker.ask(Worker.STOP, "stopped");
    topics.delete(prefix);
    return latency;
  }

  @Override
  public void close() {
    topics.close();
    broker.close();
  }
}
