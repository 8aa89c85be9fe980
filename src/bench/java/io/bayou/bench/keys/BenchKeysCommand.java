package io.bayou.bench.keys;

import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.codec.jsonio.JsonObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench keys}: a model for every key, in the stream. */
@Command(
    name = "keys",
    description = {
      "Measure what a model for every key costs, next to one model of the same events in the same"
          + " run: CPU time per event, heap, disk, and how long it takes to start again.",
      "A broker and an instance run in processes of their own. All events are labeled, and all keys"
          + " are equally frequent."
    })
public final class BenchKeysCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--keys",
      paramLabel = "M",
      defaultValue = "100000",
      description = "Keys (default: ${DEFAULT-VALUE}).")
  private long keys;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Events (default: ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "4",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--scattered",
      description = {
        "Send the events of a key to all partitions in turn, so that it learns from several"
            + " sources. Producers mostly send them to one."
      })
  private boolean scattered;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of the instances; may be repeated.")
  private List<String> settings = List.of();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where files go (default: a temporary directory); the logs there are kept.")
  private Path directory;

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (keys < 1 || events < 4 * keys || partitions < 1) {
      throw new ParameterException(
          spec.commandLine(), "--events must be at least four times --keys, and --keys at least 1");
    }
    try (WorkDirectory work = WorkDirectory.open(directory);
        Cluster cluster = new Cluster(work.data(), work.logs(), 1)) {
      print(
          new KeysBench(cluster, work, partitions, settings, this::say)
              .measure(keys, events, scattered));
    }
    return ExitCode.OK;
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private void print(KeysBench.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonObject.line(out, object -> write(result, object));
      return;
    }
    out.printf("%-28s %12s %12s%n", "", "one model", "one per key");
    out.printf(
        "%-28s %,12.0f %,12.0f%n",
        "events per second", result.one().eventsPerSecond(), result.keyed().eventsPerSecond());
    out.printf(
        "%-28s %9.1f µs %9.1f µs   ratio %.2f%n",
        "CPU time per event",
        result.one().cpuMicros(),
        result.keyed().cpuMicros(),
        result.cpuRatio());
    out.printf(
        "%-28s %9.1f µs %9.1f µs%n",
        "of the compilers, besides",
        result.one().compilerMicros(),
        result.keyed().compilerMicros());
    out.printf(
        "%-28s %12s %12s%n", "heap by quarters, MB", heap(result.one()), heap(result.keyed()));
    out.printf("%-28s %12s %9.0f MB%n", "on disk", "", result.diskBytes() / 1e6);
    out.printf("%-28s %12s %10.1f s%n", "start after SIGTERM", "", result.restartSeconds());
    out.printf("%-28s %12s %10.1f s%n", "start without its disk", "", result.restoreSeconds());
  }

  private static String heap(KeysBench.Run run) {
    return run.heap().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private void write(KeysBench.Result result, JsonObject object) {
    object
        .number("keys", keys)
        .number("events", events)
        .number("partitions", partitions)
        .objects("runs", List.of(result.one(), result.keyed()), BenchKeysCommand::write)
        .number("cpuRatio", result.cpuRatio())
        .number("diskBytes", result.diskBytes())
        .number("restartSeconds", result.restartSeconds())
        .number("restoreSeconds", result.restoreSeconds());
  }

  private static void write(JsonObject object, KeysBench.Run run) {
    object
        .number("eventsPerSecond", run.eventsPerSecond())
        .number("cpuMicrosPerEvent", run.cpuMicros())
        .number("compilerMicrosPerEvent", run.compilerMicros())
        .number("maxHeapMegabytes", run.heap().stream().mapToLong(mb -> mb).max().orElse(0));
  }
}
