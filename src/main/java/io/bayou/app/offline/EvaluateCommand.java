package io.bayou.app.offline;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou evaluate}: scores and times a learner on a file, without Kafka. */
@Command(
    name = "evaluate",
    description = {
      "Evaluate a learner on a file: predict each row, score the answer, then learn the row.",
      "Runs in memory, without Kafka."
    })
public final class EvaluateCommand extends CliCommand {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "CSV with a header row; an empty cell is a missing value. Or JSON Lines (.jsonl): Bayou's"
              + " own events, or records that the spec maps. Plain or gzipped.")
  private Path data;

  @Option(
      names = "--suite",
      paramLabel = "DIR",
      description = {
        "Instead of one file: every CSV file in the directory, with every learner or the chosen"
            + " one.",
        "The class is in a column called label, class or target, else in the last; suite.yaml in"
            + " the directory overrides that."
      })
  private Path suite;

  @Mixin private ColumnOptions columns;

  @ArgGroup private SpecChoice choice;

  @Option(names = "--json", description = "Print JSON: one object, or for a suite one per line.")
  private boolean json;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Run N more times with fresh learners, and report the best rate as warm.")
  private int repeat;

  @Option(
      names = "--delay",
      paramLabel = "N|TIME",
      converter = Delay.Converter.class,
      description = {
        "Hold labels back: a row is learned after N further rows were answered, or when a row"
            + " comes whose time is that much later, such as 1h."
      })
  private Delay delay;

  @Override
  public Integer call() {
    CommandLine command = commandLine();
    if ((data == null) == (suite == null)) {
      throw misuse("give either --data FILE or --suite DIR");
    }
    if (suite != null) {
      if (delay != null) {
        throw misuse("--delay is for --data");
      }
      List<ModelSpec> specs =
          choice == null ? SuiteRun.allLearners() : List.of(SpecChoice.read(choice, command));
      new SuiteRun(suite, specs, command).print(json);
      return ExitCode.OK;
    }
    if (repeat < 0) {
      throw misuse("--repeat must not be negative, was " + repeat);
    }
    ModelSpec model = SpecChoice.read(choice, command);
    if (model.scope().isPresent() && model.needsEdges()) {
      throw misuse(
          "with a scope, 'bins' needs its edges; bayou classify or a retraining finds them");
    }
    DataFile file = new DataFile(data, columns, new FeatureNames(), command);
    if (delay != null && delay.isTime() && !file.hasTimes(model)) {
      throw misuse("a --delay in time needs the time of each row: --time, or input.time in a spec");
    }
    ExampleTable table = file.examples(model);
    Prequential first = run(model, table, "evaluating");
    if (first.rows() == 0) {
      throw new CommandFailed("cannot use " + data + ": no row has a label" + hint(model));
    }
    EvaluationReport report =
        new EvaluationReport(
            data, model, table, Optional.ofNullable(delay), first, warmRate(model, table));
    if (json) {
      JsonObject.line(command.getOut(), report::write);
    } else {
      report.print(command.getOut());
    }
    return ExitCode.OK;
  }

  /* Labels that come later are in another topic. */
  private static String hint(ModelSpec model) {
    return model.labels().isPresent() && model.input().flatMap(InputSpec::label).isEmpty()
        ? "; --label PATH says where a record has it"
        : "";
  }

  private Prequential run(ModelSpec model, ExampleTable table, String what) {
    try (Progress progress = Progress.on(err(), what, table.rows())) {
      return Prequential.run(model, table, Optional.ofNullable(delay), progress);
    }
  }

  private OptionalDouble warmRate(ModelSpec model, ExampleTable table) {
    OptionalDouble best = OptionalDouble.empty();
    for (int i = 1; i <= repeat; i++) {
      double rate = run(model, table, "repeat " + i + " of " + repeat + ":").rowsPerSecond();
      best = OptionalDouble.of(Math.max(rate, best.orElse(0.0)));
    }
    return best;
  }
}
