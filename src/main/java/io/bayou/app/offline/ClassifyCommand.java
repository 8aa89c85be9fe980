package io.bayou.app.offline;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.Progress;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.csv.CellType;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.EnsembleLearner;
import io.bayou.model.Example;
import io.bayou.model.Explanation;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.eval.PrequentialLearner;
import io.bayou.model.learner.EdgeFinder;
import io.bayou.model.registry.Learners;
import io.bayou.model.scope.KeyedLearners;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou classify}: learns one file and classifies the rows of another. */
@Command(
    name = "classify",
    description = {
      "Learn one file and classify the rows of another: label, posterior and log joint of every"
          + " class.",
      "Runs in memory, without Kafka."
    })
public final class ClassifyCommand extends CliCommand {
  private static final int ROWS_BETWEEN_UPDATES = 1024;

  @Option(
      names = "--train",
      paramLabel = "FILE",
      description =
          "CSV to learn, with a header row; an empty cell is a missing value. Or JSON Lines"
              + " (.jsonl). Plain or gzipped. Not needed if the spec names the classes.")
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
      description =
          "CSV or JSON Lines to classify; a label is not used, only reported as the truth.")
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

  private KeyedLearners keyed; // null: one model answers all

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
    InputFiles.require(data, command);
    if (train != null) {
      trainAndAnswer(command);
    } else if (model == null) {
      answerUntrained(command);
    } else {
      Learner learner = InputFiles.model(model, commandLine()).learner();
      DataFile file = file(data, new FeatureNames());
      answer(learner, file.questions(learner.spec(), LearnedTypes.of(learner)));
    }
    return ExitCode.OK;
  }

  /* A spec can be complete without training, such as a network with its tables. */
  private void answerUntrained(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    if (chosen.givenClasses().isEmpty()) {
      throw misuse("give one of --train and --model, or a --spec that names the classes");
    }
    DataFile file = file(data, new FeatureNames());
    answer(Learners.create(chosen), file.questions(chosen, CellType.declaredBy(chosen)));
  }

  private void trainAndAnswer(CommandLine command) {
    ModelSpec chosen = SpecChoice.read(choice, command);
    FeatureNames names = new FeatureNames();
    DataFile file = file(train, names);
    ExampleTable examples =
        chosen.givenClasses().isEmpty() ? file.examples(chosen) : file.examplesOrEmpty(chosen);
    ModelSpec spec = withEdges(chosen, examples);
    if (spec.scope().isPresent()) {
      refuseQuery();
      keyed = new KeyedLearners(spec);
    }
    Learner learner = learn(spec, examples);
    ExampleTable queries = file(data, names).questions(chosen, typesOf(learner, examples));
    if (learner.examples() == 0 && chosen.givenClasses().isEmpty()) {
      throw new CommandFailed("cannot use " + train + ": no row has a label");
    }
    answer(learner, queries);
  }

  /** A column means the same in both files: what the first one showed holds for the second. */
  private static SortedMap<String, CellType> typesOf(Learner learner, ExampleTable examples) {
    if (!(examples instanceof CsvTable table)) {
      return LearnedTypes.of(learner);
    }
    SortedMap<String, CellType> types = new TreeMap<>(CellType.declaredBy(learner.spec()));
    types.putAll(table.types());
    return types;
  }

  private DataFile file(Path path, FeatureNames names) {
    return new DataFile(path, columns, names, commandLine());
  }

  private void refuseQuery() {
    if (query != null) {
      throw misuse("--query is for one model, not for a spec with a scope");
    }
  }

  /* With bins: auto in two passes, as a retraining does. */
  private ModelSpec withEdges(ModelSpec model, ExampleTable table) {
    if (!model.needsEdges()) {
      return model;
    }
    EdgeFinder edges = new EdgeFinder(model);
    read(table, "finding edges", (example, time) -> edges.add(example));
    return edges.isEmpty() ? model : edges.found();
  }

  private Learner learn(ModelSpec spec, ExampleTable table) {
    if (keyed != null) {
      read(table, "learning", keyed::learn);
      return keyed.learner();
    }
    Learner learner = Learners.create(spec);
    read(table, "learning", (example, time) -> PrequentialLearner.update(learner, example, time));
    return learner;
  }

  private void read(ExampleTable table, String what, ObjLongConsumer<Example> visitor) {
    Example example = new Example(table.newFeatures());
    try (Progress progress = Progress.on(err(), what, table.rows())) {
      for (int row = 0; row < table.rows(); row++) {
        if (row % ROWS_BETWEEN_UPDATES == 0) {
          progress.update(row);
        }
        if (table.isLabeled(row)) {
          table.fill(row, example.features());
          example.setKey(table.key(row));
          example.setLabel(table.label(row));
          example.setCorrectionOf(table.correctionOf(row));
          example.setWeight(table.weight(row));
          visitor.accept(example, table.time(row));
        }
      }
    }
  }

  private void answer(Learner learner, ExampleTable table) {
    Example example = new Example(table.newFeatures());
    Features x = example.features();
    Posterior posterior = new Posterior();
    SortedMap<String, Double> hypotheses = new TreeMap<>();
    EnsembleLearner.hypotheses(learner, hypotheses); // constant: nothing is learned any more
    for (int row = 0; row < table.rows(); row++) {
      if (table.correctionOf(row) != null) {
        continue; // nothing to answer
      }
      table.fill(row, x);
      example.setKey(table.key(row));
      answer(learner, example, table.label(row), posterior);
      Optional<Explanation> explanation =
          explain && posterior.size() > 1
              ? Optional.of(explain(learner, example))
              : Optional.empty();
      OptionalDouble ownShare =
          keyed == null ? OptionalDouble.empty() : OptionalDouble.of(keyed.predictor().ownShare());
      Optional<String> truth =
          asksForClass(learner) ? Optional.ofNullable(table.label(row)) : Optional.empty();
      Optional<Decided> decision =
          asksForClass(learner) ? Decided.of(posterior, learner.spec()) : Optional.empty();
      ClassifiedRow result =
          new ClassifiedRow(
              table.number(row), posterior, truth, decision, explanation, hypotheses, ownShare);
      if (json) {
        JsonObject.line(out(), result::write);
      } else {
        out().println(result.line());
      }
    }
  }

  private Explanation explain(Learner learner, Example example) {
    Features x = example.features();
    return keyed == null ? learner.explain(x) : keyed.predictor().explain(x, keyed.own(example));
  }

  private void answer(Learner learner, Example example, String label, Posterior posterior) {
    Features x = example.features();
    if (keyed != null) {
      keyed.predict(example, posterior);
      return;
    }
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
