package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.model.eval.Evaluation;
import io.bayou.model.eval.Score;
import io.bayou.model.eval.Scores;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** An evaluation as a short table for people. */
public final class EvaluationText {
  private static final int CLASSES_SHOWN = 12;

  private final PrintWriter out;

  private EvaluationText(PrintWriter out) {
    this.out = out;
  }

  public static void print(EvaluationReport report, PrintWriter out) {
    EvaluationText text = new EvaluationText(out);
    out.printf(
        Locale.ROOT,
        "%s on %s, %,d rows%n%n",
        report.learner().key(),
        report.data(),
        report.run().rows());
    text.scores(report.run().scores());
    text.rates(report);
    text.leftOut(report);
    text.confusion(report.run().scores().confusion());
  }

  /** The scores of a version so far, beside those of its last events. */
  public static void print(Evaluation evaluation, PrintWriter out) {
    EvaluationText text = new EvaluationText(out);
    Scores all = evaluation.cumulative();
    Scores last = evaluation.fading();
    out.printf(Locale.ROOT, "%-24s%-12s%s%n", "", "so far", "lately");
    text.both("accuracy", all.accuracy(), last.accuracy());
    text.both("  of the majority", all.majorityAccuracy(), last.majorityAccuracy());
    text.both("  of the label before", all.noChangeAccuracy(), last.noChangeAccuracy());
    text.both("kappa", all.kappa(), last.kappa());
    text.both("  over the majority", all.kappaM(), last.kappaM());
    text.both("  over the label before", all.kappaT(), last.kappaT());
    text.both("log loss", all.meanLogLoss(), last.meanLogLoss());
    text.both("Brier score", all.meanBrier(), last.meanBrier());
    text.both("calibration error", all.ece(), last.ece());
    text.confusion(all.confusion());
  }

  private void both(String name, double all, double last) {
    line(name, String.format(Locale.ROOT, "%-12s%s", digits(all), digits(last)));
  }

  private void scores(Scores scores) {
    score("accuracy", scores.accuracy());
    score("  of the majority", scores.majorityAccuracy());
    score("  of the label before", scores.noChangeAccuracy());
    score("kappa", scores.kappa());
    score("  over the majority", scores.kappaM());
    score("  over the label before", scores.kappaT());
    score("log loss", scores.meanLogLoss());
    score("Brier score", scores.meanBrier());
    score("calibration error", scores.ece());
  }

  private void score(String name, double value) {
    line(name, digits(value));
  }

  private static String digits(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  private void rates(EvaluationReport report) {
    Prequential run = report.run();
    line("speed", Display.rate(run.rowsPerSecond()) + ", " + Display.seconds(run.seconds()));
    report.warmRate().ifPresent(rate -> line("  warm", Display.rate(rate)));
  }

  private void leftOut(EvaluationReport report) {
    count("broken rows", report.table().brokenRows());
    count("rows without a label", report.unlabeledRows());
    report
        .run()
        .refusals()
        .asMap()
        .forEach((why, n) -> count(why.name().toLowerCase(Locale.ROOT).replace('_', ' '), n));
  }

  private void count(String name, long count) {
    if (count > 0) {
      line(name, String.format(Locale.ROOT, "%,d", count));
    }
  }

  private void line(String name, String value) {
    out.printf(Locale.ROOT, "%-24s%s%n", name, value);
  }

  private void confusion(SortedMap<String, SortedMap<String, Double>> confusion) {
    SortedSet<String> predicted = new TreeSet<>(confusion.keySet());
    confusion.values().forEach(row -> predicted.addAll(row.keySet()));
    predicted.remove(Score.NONE);
    if (predicted.size() > CLASSES_SHOWN) {
      return;
    }
    int width = 10;
    for (String label : predicted) {
      width = Math.max(width, label.length() + 2);
    }
    String cell = "%" + width + "s";
    out.printf(Locale.ROOT, "%n" + cell, "true");
    predicted.forEach(label -> out.printf(Locale.ROOT, cell, Display.name(label)));
    out.println("  <- predicted");
    for (Map.Entry<String, SortedMap<String, Double>> row : confusion.entrySet()) {
      out.printf(Locale.ROOT, cell, Display.name(row.getKey()));
      for (String label : predicted) {
        double weight = row.getValue().getOrDefault(label, 0.0);
        out.printf(Locale.ROOT, cell, String.format(Locale.ROOT, "%,.0f", weight));
      }
      out.println();
    }
  }
}
