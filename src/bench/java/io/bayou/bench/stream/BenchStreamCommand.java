package io.bayou.bench.stream;

import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench stream}: the cost of learning and predicting, compared with moving bytes. */
@Command(
    name = "stream",
    description = {
      "Measure the whole stream on a broker in a JVM of its own, beside Kafka Streams passing the"
          + " same bytes through and beside Avro's generated classes decoding and encoding them.",
      "Variants alternate, each in a JVM of its own; figures are medians over the rounds. With"
          + " several values for --shape, --features or --classes, each combination is measured.",
      "Takes about ten minutes on two idle cores."
    })
public final class BenchStreamCommand implements Callable<Integer> {
  private static final Pattern KAFKAS_OWN = Pattern.compile("(streams|producer|consumer)\\..+");

  private enum Guarantee {
    EOS("exactly_once_v2"),
    ALO("at_least_once");

    private final String setting;

    Guarantee(String setting) {
      this.setting = setting;
    }
  }

  private enum ModelSize {
    SMALL(0),
    LARGE(200_000);

    private final int words;

    ModelSize(int words) {
      this.words = words;
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Events that each run reads (default: ${DEFAULT-VALUE}).")
  private long records;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "4",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "Threads of each stream (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--commit-millis",
      paramLabel = "N",
      defaultValue = "" + Workload.COMMIT_MILLIS,
      description = "How often each stream commits (default: ${DEFAULT-VALUE}).")
  private int commitMillis;

  @Option(
      names = "--guarantee",
      paramLabel = "eos|alo",
      defaultValue = "eos",
      description = "Exactly once or at least once (default: ${DEFAULT-VALUE}).")
  private Guarantee guarantee;

  @Option(
      names = "--features",
      paramLabel = "N",
      split = ",",
      defaultValue = "10",
      description = "Numeric features of an event, besides two categorical ones (default: 10).")
  private List<Integer> features = new ArrayList<>();

  @Option(
      names = "--classes",
      paramLabel = "N",
      split = ",",
      defaultValue = "3",
      description = "Classes (default: 3).")
  private List<Integer> classes = new ArrayList<>();

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      split = ",",
      defaultValue = "native",
      description =
          "Of the events, of ${COMPLETION-CANDIDATES}: Bayou's own, in Avro or JSON, or nested"
              + " records in which a model wants these features beside 28 other fields (default:"
              + " native).")
  private List<Shape> shapes = new ArrayList<>();

  @Option(
      names = "--model-size",
      paramLabel = "SIZE",
      defaultValue = "small",
      description =
          "small: some kilobytes; large: with a text feature of 200,000 words (default: small).")
  private ModelSize size;

  @ArgGroup private SpecChoice choice;

  @Option(
      names = "--variants",
      paramLabel = "NAME",
      split = ",",
      description = "Which of ${COMPLETION-CANDIDATES} to measure (default: all).")
  private Set<Variant> variants = EnumSet.allOf(Variant.class);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds that count (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-ups",
      paramLabel = "N",
      defaultValue = "4",
      description = "Rounds before them, while the JVMs compile (default: ${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--latency-seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "How long to measure each latency, 0 for not at all (default: 10).")
  private int latencySeconds;

  @Option(
      names = {"-D", "--set"},
      paramLabel = "KEY=VALUE",
      description =
          "A setting of Kafka for every variant, such as streams.max.task.idle.ms=-1 or"
              + " producer.linger.ms=0.")
  private SortedMap<String, String> settings = new TreeMap<>();

  @Option(
      names = "--recordings",
      paramLabel = "DIR",
      description = "Put a flight recording of each variant's JVM into this directory.")
  private Path recordings;

  @Option(names = "--json", description = "Print one JSON object for each combination.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    ModelSpec model = SpecChoice.read(choice, spec.commandLine());
    if (recordings != null) {
      Files.createDirectories(recordings);
    }
    Set<Variant> chosen = EnumSet.copyOf(variants);
    var plan = new StreamBench.Plan(chosen, warmUps, rounds, latencySeconds, recordings);
    List<Workload> workloads = new ArrayList<>();
    for (Shape shape : shapes) {
      for (int columns : features) {
        for (int labels : classes) {
          workloads.add(workload(shape, columns, labels, model));
        }
      }
    }
    StreamBenchRun.run(plan, workloads, this::say, this::report);
    return ExitCode.OK;
  }

  private Workload workload(Shape shape, int columns, int labels, ModelSpec model) {
    return new Workload(
        records,
        partitions,
        threads,
        commitMillis,
        guarantee.setting,
        settings,
        columns,
        labels,
        size.words,
        shape,
        model);
  }

  private void check() {
    if (records < 1_000 || partitions < 1 || threads < 1 || rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "a run needs 1000 records, a partition, a thread and a round");
    }
    if (warmUps < 0 || latencySeconds < 0 || commitMillis < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--warm-ups and --latency-seconds are at least 0, --commit-millis at least 1");
    }
    if (size.words > 0 && shapes.stream().anyMatch(Shape::isMapped)) {
      throw new ParameterException(
          spec.commandLine(), "--model-size large is for native shapes only");
    }
    checkSettings();
    for (int number : List.of(features, classes).stream().flatMap(List::stream).toList()) {
      if (number < 1) {
        throw new ParameterException(
            spec.commandLine(), "--features and --classes are at least 1, was " + number);
      }
    }
  }

  private void checkSettings() {
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      if (!KAFKAS_OWN.matcher(setting.getKey()).matches() || setting.getValue().contains("\t")) {
        throw new ParameterException(
            spec.commandLine(),
            "--set takes settings that begin with streams., producer. or consumer., was "
                + setting.getKey());
      }
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private void report(StreamResult result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonObject.line(out, object -> StreamReport.write(object, result));
    } else {
      StreamReport.print(result, out);
    }
    out.flush();
  }
}
