package io.bayou.bench.serve;

import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench serve}: the cost of answering for a model that many partitions learn. */
@Command(
    name = "serve",
    description = {
      "Measure what it costs an instance to take in, sum and ask what many partitions have"
          + " learned.",
      "Every partition has learned a text model with all of the words. The partitions are"
          + " simulated, and there is no Kafka: see 'bench stream --partitions' for the whole"
          + " stream.",
      "The sum is made from all rows once; a refresh brings it up to date after 100 more events."
    })
public final class BenchServeCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1 << 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      split = ",",
      defaultValue = "4,16,64",
      description = "Partitions that have published (default: ${DEFAULT-VALUE}).")
  private List<Integer> partitions;

  @Option(
      names = "--words",
      paramLabel = "N",
      split = ",",
      defaultValue = "4000,200000",
      description =
          "Words that each has learned: 4,000 are 100 KB, 200,000 are 5 MB (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Integer> words;

  @Option(
      names = "--models",
      paramLabel = "N",
      description =
          "Instead: take in N small models, each published by one of 96 partitions, and tell what"
              + " each costs.")
  private Integer models;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Sums; the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  @Override
  public Integer call() {
    requirePositive("--partitions", partitions);
    requirePositive("--words", words);
    requirePositive("--rounds", List.of(rounds));
    PrintWriter out = spec.commandLine().getOut();
    if (models != null) {
      requirePositive("--models", List.of(models));
      print(new ModelsBench().measure(models), out);
      return ExitCode.OK;
    }
    if (!json) {
      out.printf(
          "%10s %9s %9s %12s %9s %10s %12s %10s %11s %8s%n",
          "partitions",
          "words",
          "model MB",
          "bytes/event",
          "µs/row",
          "sum ms",
          "refresh ms",
          "predict µs",
          "encoded MB",
          "sum MB");
    }
    for (int size : words) {
      for (int each : partitions) {
        print(new ServeBench(size).measure(each, rounds), out);
        out.flush();
      }
    }
    return ExitCode.OK;
  }

  private void requirePositive(String option, List<Integer> values) {
    if (values.stream().anyMatch(value -> value < 1)) {
      throw new ParameterException(
          spec.commandLine(), option + " takes numbers of at least 1, was " + values);
    }
  }

  private void print(ServeBench.Result result, PrintWriter out) {
    if (json) {
      JsonObject.line(out, object -> write(result, object));
      return;
    }
    out.printf(
        "%10d %9d %9.2f %12d %9.2f %10.1f %12.1f %10.2f %11.1f %8.1f%n",
        result.partitions(),
        result.words(),
        result.modelBytes() / MEGABYTE,
        result.publishedBytesPerEvent(),
        result.takeMicrosPerRow(),
        result.sumMicros() / 1e3,
        result.refreshMicros() / 1e3,
        result.predictNanos() / 1e3,
        result.encodedBytes() / MEGABYTE,
        result.sumBytes() / MEGABYTE);
  }

  private void print(ModelsBench.Result result, PrintWriter out) {
    if (json) {
      JsonObject.line(
          out,
          object ->
              object
                  .number("models", result.models())
                  .number("publishedBytes", result.publishedBytes())
                  .number("heapBytes", result.heapBytes())
                  .number("takeMicros", result.takeMicros()));
    } else {
      out.printf(
          "%,d models: each publishes %,.0f bytes, takes %,.0f bytes of heap, and %.1f µs of CPU"
              + " time to take in%n",
          result.models(), result.publishedBytes(), result.heapBytes(), result.takeMicros());
    }
  }

  private static void write(ServeBench.Result result, JsonObject object) {
    object
        .number("partitions", result.partitions())
        .number("words", result.words())
        .number("modelBytes", result.modelBytes())
        .number("publishedBytesPerEvent", result.publishedBytesPerEvent())
        .number("takeMicrosPerRow", result.takeMicrosPerRow())
        .number("sumMicros", result.sumMicros())
        .number("refreshMicros", result.refreshMicros())
        .number("predictNanos", result.predictNanos())
        .number("encodedBytes", result.encodedBytes())
        .number("sumBytes", result.sumBytes());
  }
}
