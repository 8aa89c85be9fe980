package io.bayou.app.offline;

import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Explanation;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

/** {@code bayou classify}: learn one CSV file, answer the rows of another. */
@Command(
    name = "classify",
    description = {
      "Learn one CSV file and classify the rows of another: label, posterior and log joint of every"
          + " class.",
      "Runs in memory, without Kafka."
    })
public final class ClassifyCommand implements Callable<Integer> {
  private static final int ROWS_BETWEEN_UPDATES = 1024;

  @Spec private CommandSpec spec;

  @Option(
      names = "--train",
      paramLabel = "FILE",
      description =
          "CSV to learn: header row, plain or gzipped; an empty cell is a missing value. May be"
              + " left out where the spec names the classes.")
  private Path train;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description =
          "A model of 'bayou models export' that has learned already, instead of --train.")
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
          "Ask a Bayesian network for this node instead of the class; the other columns are given,"
              + " the label among them.")
  private String query;

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine();
    if (query != null && explain) {
      throw new ParameterException(command, "--explain is for the class, not for --query");
    }
    if (train != null && model != null) {
      throw new ParameterException(command, "give one of --train and --model");
    }
    if (model != null && choice != null) {
      throw new ParameterException(command, "a --model has its spec already; leave out the other");
    }
    if (train != null) {
      trainAndAnswer(command);
    } else if (model == null) {
      answerUntrained(command);
    } else {
      Learner learner = InputFiles.model(model, spec.commandLine()).learner();
      CsvLayout layout = columns.queryLayout(LearnedTypes.of(learner));
      answer(
          learner, InputFiles.table(data, layout, new FeatureNames(), command), command.getOut());
    }
    return ExitCode.OK;
  }

  /* A spec can be complete without training, such as a network with its tables. */
  private void answerUntrained(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    if (chosen.givenClasses().isEmpty()) {
      throw new ParameterException(
          command, "give one of --train and --model, or a --spec that names the classes");
    }
    CsvLayout layout = columns.queryLayout(CellType.declaredBy(chosen));
    CsvTable queries = InputFiles.table(data, layout, new FeatureNames(), command);
    answer(Learners.create(chosen), queries, command.getOut());
  }

  private void trainAndAnswer(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    FeatureNames names = new FeatureNames();
    CsvLayout layout = columns.layout(CellType.declaredBy(chosen));
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
    answer(learner, queries, command.getOut());
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
    try (Progress progress = Progress.on(spec.commandLine().getErr(), "learning", table.rows())) {
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

  private void answer(Learner learner, CsvTable table, PrintWriter out) {
    AnswerWriter writer = json ? new AnswerJson(out) : new AnswerText(out);
    Features x = table.newFeatures();
    Posterior answer = new Posterior();
    SortedMap<String, Double> hypotheses = new TreeMap<>();
    EnsembleLearner.hypotheses(
        learner, hypotheses); // no row changes them: nothing is learned any more
    for (int row = 0; row < table.rows(); row++) {
      table.fill(row, x);
      answer(learner, x, table.label(row), answer);
      Optional<Explanation> explanation =
          explain && answer.size() > 1 ? Optional.of(learner.explain(x)) : Optional.empty();
      Optional<String> truth =
          asksForClass(learner) ? Optional.ofNullable(table.label(row)) : Optional.empty();
      writer.write(table.number(row), answer, truth, explanation, hypotheses);
    }
  }

  private void answer(Learner learner, Features x, String label, Posterior answer) {
    if (asksForClass(learner)) {
      learner.predict(x, answer);
      return;
    }
    try {
      QueryableLearner.of(learner, query).query(query, x, label, answer);
    } catch (IllegalArgumentException e) {
      throw new CommandFailed("cannot answer --query " + query + ": " + e.getMessage());
    }
  }

  private boolean asksForClass(Learner learner) {
    return query == null || query.equals(learner.spec().network().className());
  }
}
