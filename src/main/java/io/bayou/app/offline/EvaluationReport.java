package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.codec.ExampleTable;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.eval.Costs;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.PerClass;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import io.bayou.model.eval.ServedScores;
import io.bayou.model.spec.ModelSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The result of an evaluation, as JSON or as a short table.
 *
 * @param delay how long labels were held back
 * @param warmRate rows per second of the best repetition
 */
public record EvaluationReport(
    Path data,
    ModelSpec spec,
    ExampleTable table,
    Optional<Delay> delay,
    Prequential run,
    OptionalDouble warmRate) {
  private static final int CLASSES_SHOWN = 12;

  private record Measure(String name, ToDoubleFunction<Scores> value) {
    String of(Scores scores) {
      return number(value.applyAsDouble(scores));
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
          new Measure("macro F1", scores -> PerClass.of(scores).macroF1()),
          new Measure("balanced accuracy", scores -> PerClass.of(scores).balancedAccuracy()),
          new Measure("log loss", Scores::meanLogLoss),
          new Measure("Brier score", Scores::meanBrier),
          new Measure("calibration error", Scores::ece));

  private static final List<Measure> RAW_MEASURES =
      List.of(
          new Measure("uncalibrated log loss", Scores::rawMeanLogLoss),
          new Measure("  calibration error", Scores::rawEce));

  /* What calibration has changed, where there is any. */
  private static Stream<Measure> measures(Scores scores) {
    return Stream.concat(
        MEASURES.stream(), scores.isCalibrated() ? RAW_MEASURES.stream() : Stream.empty());
  }

  private static final Map<String, ToDoubleFunction<PerClass.Measures>> CLASS_MEASURES =
      new LinkedHashMap<>();

  static {
    CLASS_MEASURES.put("precision", PerClass.Measures::precision);
    CLASS_MEASURES.put("recall", PerClass.Measures::recall);
    CLASS_MEASURES.put("F1", PerClass.Measures::f1);
    CLASS_MEASURES.put("specificity", PerClass.Measures::specificity);
    CLASS_MEASURES.put("ROC AUC", PerClass.Measures::auc);
    CLASS_MEASURES.put("avg. prec.", PerClass.Measures::averagePrecision);
    CLASS_MEASURES.put("log loss", PerClass.Measures::logLoss);
  }

  void write(JsonObject json) {
    json.text("data", data.toString()).text("learner", spec.learner().key());
    ScoresJson.write(json, run.scores(), spec);
    json.number("brokenRows", table.brokenRows())
        .number("unlabeledRows", unlabeledRows())
        .counts("refusals", run.refusals().asMap())
        .number("seconds", run.seconds())
        .number("instancesPerSecond", run.rowsPerSecond());
    delay.ifPresent(given -> given.write(json, run.notLearned()));
    run.keyed().ifPresent(keyed -> KeyedReport.write(json, keyed));
    warmRate.ifPresent(rate -> json.number("warmInstancesPerSecond", rate));
  }

  private int unlabeledRows() {
    return table.rows() - run.rows();
  }

  void print(PrintWriter out) {
    String late = delay.map(given -> ", labels held back for " + given).orElse("");
    out.printf(
        Locale.ROOT, "%s on %s, %,d rows%s%n%n", spec.learner().key(), data, run.rows(), late);
    Scores scores = run.scores();
    measures(scores).forEach(measure -> line(out, measure.name, measure.of(scores)));
    costs(scores, spec, out);
    line(out, "speed", Display.rate(run.rowsPerSecond()) + ", " + Display.seconds(run.seconds()));
    warmRate.ifPresent(rate -> line(out, "  warm", Display.rate(rate)));
    count(out, "broken rows", table.brokenRows());
    count(out, "rows without a label", unlabeledRows());
    count(out, "rows not learned", run.notLearned());
    run.refusals()
        .asMap()
        .forEach((why, n) -> count(out, why.name().toLowerCase(Locale.ROOT).replace('_', ' '), n));
    run.keyed().ifPresent(keyed -> KeyedReport.print(out, keyed));
    perClass(PerClass.of(scores), out);
    confusion(scores.confusion(), out);
  }

  /** Prints the scores of a version so far, beside those of its last events. */
  public static void print(Evaluation evaluation, ModelSpec spec, PrintWriter out) {
    Scores all = evaluation.cumulative();
    Scores last = evaluation.fading();
    line(out, "", String.format("%-12s%s", "so far", "lately"));
    measures(all)
        .forEach(
            measure ->
                line(
                    out,
                    measure.name,
                    String.format("%-12s%s", measure.of(all), measure.of(last))));
    costs(all, spec, out);
    if (evaluation.served().instances() > 0.0) {
      served(evaluation, out);
    }
    perClass(PerClass.of(all), out);
    confusion(all.confusion(), out);
  }

  private static void costs(Scores scores, ModelSpec spec, PrintWriter out) {
    if (spec.answers().decide().isPresent()) {
      Costs costs = Costs.of(scores, spec.answers().decide().get());
      line(out, "cost of an event", number(costs.cost()));
      line(out, "  best threshold", number(costs.bestThreshold()));
      costs.always().entrySet().stream()
          .min(Map.Entry.comparingByValue())
          .ifPresent(
              best ->
                  line(out, "  always " + Display.name(best.getKey()), number(best.getValue())));
      line(out, "  rejected", number(costs.rejected()));
    }
    if (spec.answers().coverage().isPresent()) {
      line(out, "coverage of the sets", number(scores.coverage()));
      line(out, "  classes in a set", number(scores.setSize()));
    }
  }

  private static void perClass(PerClass perClass, PrintWriter out) {
    int longest = perClass.classes().keySet().stream().mapToInt(String::length).max().orElse(0);
    if (perClass.classes().size() > CLASSES_SHOWN) {
      return;
    }
    String name = "%" + Math.max(10, longest + 2) + "s";
    out.printf("%n" + name, "class");
    CLASS_MEASURES.forEach((measure, value) -> out.printf("%13s", measure));
    out.println("      events");
    perClass
        .classes()
        .forEach(
            (label, of) -> {
              out.printf(name, Display.name(label));
              CLASS_MEASURES.values().forEach(m -> out.printf("%13s", number(m.applyAsDouble(of))));
              out.printf(Locale.ROOT, "%,12.0f%n", of.support());
            });
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  /* Without what was learned between the answer and its label. */
  private static void served(Evaluation evaluation, PrintWriter out) {
    ServedScores all = evaluation.served();
    ServedScores last = evaluation.servedFading();
    String answers = String.format(Locale.ROOT, "%,.0f answers", all.instances());
    line(out, "as served", answers);
    pair(out, "  accuracy", all.accuracy(), last.accuracy());
    pair(out, "  log loss", all.meanLogLoss(), last.meanLogLoss());
    pair(out, "  Brier score", all.meanBrier(), last.meanBrier());
  }

  private static void pair(PrintWriter out, String name, double all, double last) {
    line(out, name, String.format(Locale.ROOT, "%-12.4f%.4f", all, last));
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
