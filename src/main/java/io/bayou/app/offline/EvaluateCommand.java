package io.bayou.app.offline;

import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.json.JsonObject;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou evaluate}: how well and how fast a learner learns a CSV file, without Kafka. */
@Command(
    name = "evaluate",
    description = {
      "Evaluate a learner on a CSV file: predict each row, score the answer, then learn the row.",
      "Runs in memory, without Kafka."
    })
public final class EvaluateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "CSV with a header row, plain or gzipped; an empty cell is a missing value.")
  private Path data;

  @Option(
      names = "--suite",
      paramLabel = "DIR",
      description = {
        "Instead of one file: every CSV file in the directory, with every learner or the chosen"
            + " one.",
        "The class is in a column called label, class or target, else in the last; suite.yaml in"
            + " the directory may say otherwise."
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

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    if ((data == null) == (suite == null)) {
      throw new ParameterException(command, "either --data FILE or --suite DIR is needed");
    }
    if (suite != null) {
      boolean all = choice == null;
      new SuiteRun(
              suite,
              all ? SuiteRun.allLearners() : List.of(SpecChoice.read(choice, command)),
              command)
          .print(json);
      return ExitCode.OK;
    }
    if (repeat < 0) {
      throw new ParameterException(command, "--repeat must not be negative, was " + repeat);
    }
    ModelSpec model = SpecChoice.read(choice, command);
    CsvLayout layout = columns.layout(CellType.declaredBy(model));
    CsvTable table = InputFiles.table(data, layout, new FeatureNames(), command);
    Prequential first = run(model, table, "evaluating");
    if (first.rows() == 0) {
      throw new CommandFailed("cannot use " + data + ": no row has a label");
    }
    EvaluationReport report =
        new EvaluationReport(data, model.learner(), table, first, warmRate(model, table));
    if (json) {
      JsonObject.line(command.getOut(), report::write);
    } else {
      EvaluationText.print(report, command.getOut());
    }
    return ExitCode.OK;
  }

  private Prequential run(ModelSpec model, CsvTable table, String what) {
    try (Progress progress = Progress.on(spec.commandLine().getErr(), what, table.rows())) {
      return Prequential.run(model, table, progress);
    }
  }

  private OptionalDouble warmRate(ModelSpec model, CsvTable table) {
    OptionalDouble best = OptionalDouble.empty();
    for (int i = 1; i <= repeat; i++) {
      double rate = run(model, table, "repeat " + i + " of " + repeat + ":").rowsPerSecond();
      best = OptionalDouble.of(Math.max(rate, best.orElse(0.0)));
    }
    return best;
  }
}
