package io.bayou.bench.recovery;

import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench recovery}: how long a crash leaves questions without answers. */
@Command(
    name = "recovery",
    description = {
      "Measure how long partitions give no answers after one of three instances is killed.",
      "Three brokers and three instances run in processes of their own. Every partition is asked"
          + " ten times a second. Time counts from the kill until the first answer to a question"
          + " asked after it.",
      "The partitions of the killed instance are those that answer last. The session timeout"
          + " (consumer.session.timeout.ms, 10 s) is part of their time."
    })
public final class BenchRecoveryCommand implements Callable<Integer> {
  private static final int BROKERS = 3;
  private static final double MEGABYTE = 1 << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--standbys",
      paramLabel = "N",
      split = ",",
      defaultValue = "0,1",
      description = "Standby replicas (default: ${DEFAULT-VALUE}).")
  private List<Integer> standbys;

  @Option(
      names = "--words",
      paramLabel = "N",
      split = ",",
      defaultValue = "0,50000",
      description =
          "Words that each partition learns; 0 is a model of numbers, a few KB (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Integer> words;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "12",
      description = "Partitions (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "Kills, each on an application of its own (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of the instances; may be repeated.")
  private List<String> settings = List.of();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "Where files go (default: a temporary directory); the logs there are kept.")
  private Path directory;

  @Override
  public Integer call() throws InterruptedException {
    requireAtLeast("--standbys", 0, standbys);
    requireAtLeast("--words", 0, words);
    requireAtLeast("--partitions", RecoveryBench.INSTANCES, List.of(partitions));
    requireAtLeast("--rounds", 1, List.of(rounds));
    PrintWriter out = spec.commandLine().getOut();
    if (!json) {
      out.printf("%8s %8s %9s %9s %9s%n", "standbys", "words", "state MB", "first s", "last s");
    }
    try (WorkDirectory work = WorkDirectory.open(directory);
        Cluster cluster = new Cluster(work.data(), work.logs(), BROKERS)) {
      RecoveryBench bench = new RecoveryBench(cluster, work, partitions, settings);
      for (int size : words) {
        for (int copies : standbys) {
          for (int round = 0; round < rounds; round++) {
            print(bench.measure(copies, size), out);
            out.flush();
          }
        }
      }
    }
    return ExitCode.OK;
  }

  private void requireAtLeast(String option, int least, List<Integer> values) {
    if (values.stream().anyMatch(value -> value < least)) {
      throw new ParameterException(
          spec.commandLine(), option + " takes numbers of at least " + least + ", was " + values);
    }
  }

  private void print(RecoveryBench.Result result, PrintWriter out) {
    if (json) {
      JsonObject.line(out, object -> write(result, object));
      return;
    }
    out.printf(
        "%8d %8d %9.2f %9.2f %9.2f%n",
        result.standbys(),
        result.words(),
        result.stateBytes() / MEGABYTE,
        result.firstSeconds(),
        result.lastSeconds());
  }

  private static void write(RecoveryBench.Result result, JsonObject object) {
    object
        .number("standbys", result.standbys())
        .number("words", result.words())
        .number("stateBytes", result.stateBytes())
        .number("firstSeconds", result.firstSeconds())
        .number("lastSeconds", result.lastSeconds());
  }
}
