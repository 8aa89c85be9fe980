package io.bayou.bench.learner;

import io.bayou.app.cli.ColumnOptions;
import io.bayou.app.cli.InputFiles;
import io.bayou.app.cli.SpecChoice;
import io.bayou.codec.csv.CsvLayout;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.FeatureNames;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bayou bench learner}: a learner next to a strict loop over arrays. */
@Command(
    name = "learner",
    description = {
      "Predict and learn each instance, next to a strict loop: naive Bayes over arrays that knows"
          + " all classes, columns, categories and tokens beforehand, keeps the constants of each"
          + " class and has no missing values, weights or merging.",
      "Without --data the instances are synthetic: 8 numbers, 2 classes, or as many as --features"
          + " and --classes say. With --text or --tokens, a spec declares the feature 'text'.",
      "Rounds alternate; rates are medians of the thread's CPU time."
    })
public final class BenchLearnerCommand implements Callable<Integer> {
  /** As many as in Elec2. */
  private static final int ROWS = 45_312;

  @Spec private CommandSpec spec;

  /** What is learned. */
  static final class Source {
    @Option(names = "--data", paramLabel = "FILE", description = "CSV with a label.")
    private Path data;

    @Option(names = "--mixed", description = "34 numbers, 7 categories, 23 classes.")
    private boolean mixed;

    @Option(names = "--text", description = "Texts of 16 words, 2 classes.")
    private boolean text;

    @Option(names = "--tokens", description = "The same texts, as lists of tokens.")
    private boolean tokens;

    @ArgGroup(exclusive = false)
    private Shape shape = new Shape();

    private boolean isText() {
      return text || tokens;
    }
  }

  /** The size of synthetic data of numbers. */
  static final class Shape {
    @Option(
        names = "--features",
        paramLabel = "N",
        defaultValue = "8",
        description = "Synthetic numbers per instance (default: ${DEFAULT-VALUE}).")
    private int features = 8;

    @Option(
        names = "--classes",
        paramLabel = "N",
        defaultValue = "2",
        description = "Synthetic classes (default: ${DEFAULT-VALUE}).")
    private int classes = 2;

    @Option(
        names = "--rows",
        paramLabel = "N",
        defaultValue = "45312",
        description = "Synthetic instances (default: ${DEFAULT-VALUE}).")
    private int rows = ROWS;
  }

  @ArgGroup private Source source = new Source();

  @Mixin private ColumnOptions columns;

  @ArgGroup private SpecChoice choice;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "Rounds of each (default: ${DEFAULT-VALUE}); the first third warms up.")
  private int rounds;

  @Option(
      names = "--sweep",
      description = "Also measure how the cost grows with features and classes.")
  private boolean sweep;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    ModelSpec model = model();
    LearnerBench.Result main = new LearnerBench(model, rounds).run(instances(model));
    List<LearnerBench.Result> grid = sweep ? sweep(model) : List.of();
    if (json) {
      JsonObject.line(spec.commandLine().getOut(), object -> write(object, model, main, grid));
    } else {
      print(model, main, grid);
    }
    return ExitCode.OK;
  }

  private ModelSpec model() {
    return source.isText() && choice == null
        ? ModelSpec.builder(LearnerKind.NAIVE_BAYES)
            .feature(BenchData.TEXT, FeatureType.MULTINOMIAL)
            .build()
        : SpecChoice.read(choice, spec.commandLine());
  }

  private BenchData synthetic(int rows, int width, int classes) {
    return source.isText()
        ? BenchData.texts(rows, width, classes, source.tokens)
        : BenchData.numbers(rows, width, classes);
  }

  private BenchData instances(ModelSpec model) {
    if (source.mixed) {
      return BenchData.mixed(ROWS, 34, 7, 23);
    }
    if (source.isText()) {
      return synthetic(ROWS, 16, 2);
    }
    if (source.data == null) {
      return ofShape(source.shape);
    }
    CsvLayout layout = columns.layout(model);
    CsvTable table = InputFiles.table(source.data, layout, new FeatureNames(), spec.commandLine());
    return BenchData.of(table);
  }

  private BenchData ofShape(Shape shape) {
    if (shape.features < 1 || shape.classes < 1 || shape.rows < 1) {
      throw new ParameterException(
          spec.commandLine(), "--features, --classes and --rows must be at least 1");
    }
    return synthetic(shape.rows, shape.features, shape.classes);
  }

  private List<LearnerBench.Result> sweep(ModelSpec model) {
    List<LearnerBench.Result> results = new ArrayList<>();
    for (int classes : new int[] {2, 4, 8, 16}) {
      for (int features : new int[] {4, 8, 16, 32, 64}) {
        LearnerBench bench = new LearnerBench(model, Math.max(6, rounds / 2));
        results.add(bench.run(synthetic(5_000, features, classes)));
      }
    }
    return results;
  }

  private static void write(
      JsonObject json, ModelSpec model, LearnerBench.Result main, List<LearnerBench.Result> grid) {
    json.text("learner", model.learner().key());
    write(json, main);
    json.objects("sweep", grid, BenchLearnerCommand::write);
  }

  private static void write(JsonObject json, LearnerBench.Result result) {
    json.number("instances", result.instances())
        .number("features", result.features())
        .number("classes", result.classes())
        .number("loopPerSecond", Math.round(result.loopPerSecond()))
        .number("learnerPerSecond", Math.round(result.learnerPerSecond()))
        .number("ratioToLoop", result.ratioToLoop())
        .number("nanosPerCell", result.nanosPerCell())
        .number("bytesPerInstance", result.bytesPerInstance());
  }

  private void print(ModelSpec model, LearnerBench.Result main, List<LearnerBench.Result> grid) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s on %,d instances, %d %s, %d classes: predict and learn%n",
        model.learner().key(), main.instances(), main.features(), width(), main.classes());
    out.printf("  strict loop %,12.0f instances/s%n", main.loopPerSecond());
    out.printf("  learner     %,12.0f instances/s%n", main.learnerPerSecond());
    out.printf("  ratio       %12.2f%n", main.ratioToLoop());
    out.printf("  allocated   %12.1f bytes per instance%n", main.bytesPerInstance());
    for (LearnerBench.Result result : grid) {
      out.printf(
          "  %3d %s x %2d classes: %6.0f ns per instance, %5.2f ns per cell, ratio %.2f%n",
          result.features(),
          width(),
          result.classes(),
          1e9 / result.learnerPerSecond(),
          result.nanosPerCell(),
          result.ratioToLoop());
    }
  }

  private String width() {
    return source.isText() ? "words" : "features";
  }
}
