package io.bayou.bench.waiting;

import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.codec.jsonio.JsonObject;
import java.io.IOException;
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

/** {@code bayou bench waiting}: many events that wait for their labels. */
@Command(
    name = "waiting",
    description = {
      "Measure an instance in which many answered events wait for their labels: how fast they come,"
          + " memory, disk, how fast labels find them, and how long it takes to start again.",
      "A broker and an instance run in processes of their own. Ten million events need 20 GB of"
          + " disk and about half an hour."
    })
public final class BenchWaitingCommand implements Callable<Integer> {
  private static final int MIN_QUESTIONS = 1_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--questions",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "Events that wait (default: ${DEFAULT-VALUE}).")
  private long questions;

  @Option(
      names = "--labels",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Labels that come when all of them wait (default: ${DEFAULT-VALUE}).")
  private long labels;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      defaultValue = "4",
      description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
  private int partitions;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description = "A setting of the instance; may be repeated.")
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
    if (questions < MIN_QUESTIONS || labels < 1 || labels > questions || partitions < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--questions takes at least " + MIN_QUESTIONS + ", --labels 1 up to that number");
    }
    try (WorkDirectory work = WorkDirectory.open(directory);
        Cluster cluster = new Cluster(work.data(), work.logs(), 1)) {
      WaitingBench bench = new WaitingBench(cluster, work, partitions, settings, this::say);
      print(bench.measure(questions, labels));
    }
    return ExitCode.OK;
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private void print(WaitingBench.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      JsonObject.line(out, object -> write(result, object));
      return;
    }
    out.printf("events that wait        %,15d%n", questions);
    out.printf("events per second       %,15.0f%n", result.questionsPerSecond());
    out.printf("labels per second       %,15.0f%n", result.labelsPerSecond());
    out.printf("resident memory, at most%,12d MB%n", result.maxResidentMegabytes());
    out.printf("on disk                 %,12.0f MB%n", result.diskBytes() / 1e6);
    out.printf("start after SIGTERM     %,13.1f s%n", result.restartSeconds());
    out.printf("start without its disk  %,13.1f s%n", result.restoreSeconds());
  }

  private void write(WaitingBench.Result result, JsonObject object) {
    object
        .number("questions", questions)
        .number("labels", labels)
        .number("partitions", partitions)
        .number("questionsPerSecond", result.questionsPerSecond())
        .number("labelsPerSecond", result.labelsPerSecond())
        .number("maxResidentMegabytes", result.maxResidentMegabytes())
        .number("diskBytes", result.diskBytes())
        .number("restartSeconds", result.restartSeconds())
        .number("restoreSeconds", result.restoreSeconds());
  }
}
