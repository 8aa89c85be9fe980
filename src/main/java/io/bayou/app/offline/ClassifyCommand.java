package io.bayou.app.offline;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Explanation;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou classify}: learns one CSV file and classifies the rows of another. */
@Command(
    name = "classify",
    description = {
      "Learn one CSV file and classify the rows of another: label, posterior and log joint of every"
          + " class.",
      "Runs in memory, without Kafka."
    })
public final class ClassifyCommand extends CliCommand {
  private static final int ROWS_BETWEEN_UPDATES = 1024;

  @Option(
      names = "--train",
      paramLabel = "FILE",
      description =
          "CSV to learn: header row, plain or gzipped; an empty cell is a missing value. Not needed"
              + " if the spec names the classes.")
  private Path train;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "A trained model from 'bayou models export', instead of --train.")
  private Path model;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "FILE",
      description = "CSV to classify; a label column is not used, only reported as the truth.")
  private Path data;

  @Mixin private ColumnOptions columns;

  @ArgGroup private SpecChoice choice;

  @Option(names = "--json", description = "Print one JSON object per row.")
  private boolean json;

  @Option(
      names = "--explain",
      description = "Show what each feature adds to the log odds against the runner-up.")
  private boolean explain;

  @Option(
      names = "--query",
      paramLabel = "NODE",
      description =
          "Query this node of a Bayesian network instead of the class; the other columns, with the"
              + " label, are the evidence.")
  private String query;

  @Override
  public Integer call() {
    CommandLine command = commandLine();
    if (query != null && explain) {
      throw misuse("--explain is for the class, not for --query");
    }
    if (train != null && model != null) {
      throw misuse("give one of --train and --model");
    }
    if (model != null && choice != null) {
      throw misuse("a --model has its spec already; drop --spec or --learner");
    }
    if (train != null) {
      trainAndAnswer(command);
    } else if (model == null) {
      answerUntrained(command);
    } else {
      Learner learner = InputFiles.model(model, commandLine()).learner();
      CsvLayout layout = columns.queryLayout(LearnedTypes.of(learner));
      answer(learner, InputFiles.table(data, layout, new FeatureNames(), command));
    }
    return ExitCode.OK;
  }

  /* A spec can be complete without training, such as a network with its tables. */
  private void answerUntrained(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    if (chosen.givenClasses().isEmpty()) {
      throw misuse("give one of --train and --model, or a --spec that names the classes");
    }
    CsvLayout layout = columns.queryLayout(CellType.declaredBy(chosen));
    CsvTable queries = InputFiles.table(data, layout, new FeatureNames(), command);
    answer(Learners.create(chosen), queries);
  }

  private void trainAndAnswer(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    FeatureNames names = new FeatureNames();
    CsvLayout layout = columns.layout(chosen);
    CsvTable examples =
        chosen.givenClasses().isEmpty()
            ? InputFiles.table(train, layout, names, command)
            : InputFiles.tableOrEmpty(train, layout, names, command);
    CsvLayout asLearned = columns.queryLayout(typesOf(layout, examples));
    CsvTable queries = InputFiles.table(data, asLearned, names, command);
    Learner learner = learn(chosen, examples);
    if (learner.examples() == 0 && chosen.givenClasses().isEmpty()) {
      throw new CommandFailed("cannot use " + train + ": no row has a label");
    }
    answer(learner, queries);
  }

  /** A column means the same in both files: what the first one showed holds for the second. */
  private static SortedMap<String, CellType> typesOf(CsvLayout layout, CsvTable examples) {
    SortedMap<String, CellType> types = new TreeMap<>(layout.types());
    types.putAll(examples.types());
    return types;
  }

  private Learner learn(ModelSpec model, CsvTable table) {
    Learner learner = Learners.create(model);
    Features x = table.newFeatures();
    try (Progress progress = Progress.on(err(), "learning", table.rows())) {
      for (int row = 0; row < table.rows(); row++) {
        if (row % ROWS_BETWEEN_UPDATES == 0) {
          progress.update(row);
        }
        if (table.isLabeled(row)) {
          table.fill(row, x);
          learner.learn(x, table.label(row), table.weight(row), table.time(row));
        }
      }
    }
    return learner;
  }

  private void answer(Learner learner, CsvTable table) {
    Features x = table.newFeatures();
    Posterior posterior = new Posterior();
    SortedMap<String, Double> hypotheses = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, hypotheses); // constant: nothing is learned any more
    for (int row = 0; row < table.rows(); row++) {
      table.fill(row, x);
      answer(learner, x, table.label(row), posterior);
      Optional<Explanation> explanation =
          explain && posterior.size() > 1 ? Optional.of(learner.explain(x)) : Optional.empty();
      Optional<String> truth =
          asksForClass(learner) ? Optional.ofNullable(table.label(row)) : Optional.empty();
      ClassifiedRow result =
          new ClassifiedRow(table.number(row), posterior, truth, explanation, hypotheses);
      if (json) {
        JsonObject.line(out(), result::write);
      } else {
        out().println(result.line());
      }
    }
  }

  private void answer(Learner learner, Features x, String label, Posterior posterior) {
    if (asksForClass(learner)) {
      learner.predict(x, posterior);
      return;
    }
    try {
      QueryableLearner.of(learner, query).query(query, x, label, posterior);
    } catch (IllegalArgumentException e) {
      throw new CommandFailed("cannot answer --query " + query + ": " + e.getMessage());
    }
  }

  private boolean asksForClass(Learner learner) {
    return query == null || query.equals(learner.spec().network().className());
  }
}
