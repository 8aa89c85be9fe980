package io.bayou.bench.replay;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.SpecChoice;
import io.bayou.app.cli.TemporaryDirectory;
import io.bayou.bench.ShutdownCleanup;
import io.bayou.bench.stream.Shape;
import io.bayou.bench.stream.Workload;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bayou bench replay}: the cost of learning, compared with reading a log. */
@Command(
    name = "replay",
    description = {
      "Measure the replay of 'bayou retrain' on one partition, beside a consumer that only reads"
          + " it.",
      "Both alternate on a Kafka of their own; figures are medians over the rounds."
    })
public final class BenchReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "500000",
      description = "Labeled events in the log (default: ${DEFAULT-VALUE}).")
  private long records;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds that count, after one that warms up (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @ArgGroup private SpecChoice choice;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ModelSpec model = SpecChoice.read(choice, spec.commandLine());
    PrintWriter err = spec.commandLine().getErr();
    try (TemporaryDirectory directory = TemporaryDirectory.create("bayou-bench")) {
      ShutdownCleanup.guard(() -> measureIn(directory.path(), model, err), directory::close);
    }
    return ExitCode.OK;
  }

  private void measureIn(Path directory, ModelSpec model, PrintWriter err)
      throws IOException, InterruptedException {
    try (EmbeddedBroker broker = EmbeddedBroker.start(new BrokerOptions(directory, 0))) {
      AppConfig config = AppConfig.of(Map.of("kafka.bootstrap.servers", broker.bootstrapServers()));
      err.println("loading " + records + " events");
      err.flush();
      Workload workload =
          new Workload(
              records,
              1,
              1,
              Workload.COMMIT_MILLIS,
              "",
              new TreeMap<>(),
              10,
              3,
              0,
              Shape.NATIVE,
              model);
      var partition = ReplayTopic.load(broker.bootstrapServers(), workload);
      measure(new ReplaySpeed(config, partition, records), model);
    }
  }

  private void measure(ReplaySpeed speed, ModelSpec model) {
    speed.consumed();
    speed.replayed(model);
    double[] consumed = new double[rounds];
    double[] replayed = new double[rounds];
    double[] ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      consumed[round] = speed.consumed();
      replayed[round] = speed.replayed(model);
      ratios[round] = replayed[round] / consumed[round];
    }
    report(median(consumed), median(replayed), median(ratios));
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private void report(double consumed, double replayed, double ratio) {
    PrintWriter out = spec.commandLine().getOut();
    if (!json) {
      out.printf("consumer  %s%n", Display.rate(consumed));
      out.printf("replay    %s, %.2f of the consumer%n", Display.rate(replayed), ratio);
      return;
    }
    JsonObject.line(
        out,
        object ->
            object
                .number("records", records)
                .number("consumedPerSecond", consumed)
                .number("replayedPerSecond", replayed)
                .number("ratioToConsumer", ratio));
  }
}
