package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.codec.csv.CsvTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.spec.LearnerKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The result of an evaluation, as JSON or as a short table.
 *
 * @param warmRate rows per second of the best repetition
 */
public record EvaluationReport(
    Path data, LearnerKind learner, CsvTable table, Prequential run, OptionalDouble warmRate) {
  private static final int CLASSES_SHOWN = 12;

  private record Measure(String name, ToDoubleFunction<Scores> value) {
    String of(Scores scores) {
      double score = value.applyAsDouble(scores);
      return Double.isNaN(score) ? "-" : String.format(Locale.ROOT, "%.4f", score);
    }
  }

  private static final List<Measure> MEASURES =
      List.of(
          new Measure("accuracy", Scores::accuracy),
          new Measure("  of the majority", Scores::majorityAccuracy),
          new Measure("  of the label before", Scores::noChangeAccuracy),
          new Measure("kappa", Scores::kappa),
          new Measure("  over the majority", Scores::kappaM),
          new Measure("  over the label before", Scores::kappaT),
          new Measure("log loss", Scores::meanLogLoss),
          new Measure("Brier score", Scores::meanBrier),
          new Measure("calibration error", Scores::ece));

  void write(JsonObject json) {
    json.text("data", data.toString()).text("learner", learner.key());
    ScoresJson.write(json, run.scores());
    json.number("brokenRows", table.brokenRows())
        .number("unlabeledRows", unlabeledRows())
        .counts("refusals", run.refusals().asMap())
        .number("seconds", run.seconds())
        .number("instancesPerSecond", run.rowsPerSecond());
    warmRate.ifPresent(rate -> json.number("warmInstancesPerSecond", rate));
  }

  private int unlabeledRows() {
    return table.rows() - run.rows();
  }

  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "%s on %s, %,d rows%n%n", learner.key(), data, run.rows());
    Scores scores = run.scores();
    MEASURES.forEach(measure -> line(out, measure.name, measure.of(scores)));
    line(out, "speed", Display.rate(run.rowsPerSecond()) + ", " + Display.seconds(run.seconds()));
    warmRate.ifPresent(rate -> line(out, "  warm", Display.rate(rate)));
    count(out, "broken rows", table.brokenRows());
    count(out, "rows without a label", unlabeledRows());
    run.refusals()
        .asMap()
        .forEach((why, n) -> count(out, why.name().toLowerCase(Locale.ROOT).replace('_', ' '), n));
    confusion(scores.confusion(), out);
  }

  /** Prints the scores of a version so far, beside those of its last events. */
  public static void print(Evaluation evaluation, PrintWriter out) {
    Scores all = evaluation.cumulative();
    Scores last = evaluation.fading();
    line(out, "", String.format("%-12s%s", "so far", "lately"));
    for (Measure measure : MEASURES) {
      line(out, measure.name, String.format("%-12s%s", measure.of(all), measure.of(last)));
    }
    confusion(all.confusion(), out);
  }

  private static void count(PrintWriter out, String name, long count) {
    if (count > 0) {
      line(out, name, String.format(Locale.ROOT, "%,d", count));
    }
  }

  private static void line(PrintWriter out, String name, String value) {
    out.printf("%-24s%s%n", name, value);
  }

  private static void confusion(
      SortedMap<String, SortedMap<String, Double>> confusion, PrintWriter out) {
    SortedSet<String> predicted = new TreeSet<>(confusion.keySet());
    confusion.values().forEach(row -> predicted.addAll(row.keySet()));
    predicted.remove(Score.NONE);
    if (predicted.size() > CLASSES_SHOWN) {
      return;
    }
    int longest = predicted.stream().mapToInt(String::length).max().orElse(0);
    String cell = "%" + Math.max(10, longest + 2) + "s";
    out.printf("%n" + cell, "true");
    predicted.forEach(label -> out.printf(cell, Display.name(label)));
    out.println("  <- predicted");
    confusion.forEach(
        (truth, row) -> {
          out.printf(cell, Display.name(truth));
          for (String label : predicted) {
            double weight = row.getOrDefault(label, 0.0);
            out.printf(cell, String.format(Locale.ROOT, "%,.0f", weight));
          }
          out.println();
        });
  }
}
