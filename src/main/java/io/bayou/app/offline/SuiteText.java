package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The results of a suite as tables in Markdown: data sets by learners. */
final class SuiteText {
  private final PrintWriter out;
  private final Map<String, Map<String, SuiteResult>> byData = new LinkedHashMap<>();
  private final List<String> learners = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private SuiteText(List<SuiteResult> results, PrintWriter out) {
    this.out = out;
    for (SuiteResult result : results) {
      byData
          .computeIfAbsent(result.data(), k -> new LinkedHashMap<>())
          .put(result.learner(), result);
      if (!learners.contains(result.learner())) {
        learners.add(result.learner());
      }
      if (!result.note().isEmpty()) {
        notes.add(result.learner() + " on " + result.data() + ": " + result.note());
      }
    }
  }

  static void print(List<SuiteResult> results, PrintWriter out) {
    SuiteText text = new SuiteText(results, out);
    text.table("Log loss (lower is better)", r -> number(r.logLoss()), r -> -r.logLoss());
    text.table("Accuracy", r -> number(r.accuracy()), SuiteResult::accuracy);
    text.table("Rows per second", r -> rate(r.rate()), r -> Double.NaN);
    text.notes.forEach(note -> out.println("- " + Display.name(note)));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static String rate(double value) {
    return Double.isNaN(value) ? "-" : Display.rate(value);
  }

  private void table(
      String title, Function<SuiteResult, String> cell, ToDoubleFunction<SuiteResult> merit) {
    out.println(title + "\n");
    row("data set", learners);
    row(":---", learners.stream().map(learner -> "---:").toList());
    byData.forEach(
        (data, results) -> {
          SuiteResult best = best(results, merit);
          List<String> cells = new ArrayList<>();
          for (String learner : learners) {
            SuiteResult result = results.get(learner);
            cells.add(result.equals(best) ? "**" + cell.apply(result) + "**" : cell.apply(result));
          }
          row(Display.name(data), cells);
        });
    out.println();
  }

  private static SuiteResult best(
      Map<String, SuiteResult> results, ToDoubleFunction<SuiteResult> merit) {
    SuiteResult best = null;
    for (SuiteResult result : results.values()) {
      double value = merit.applyAsDouble(result);
      if (!Double.isNaN(value) && (best == null || value > merit.applyAsDouble(best))) {
        best = result;
      }
    }
    return best;
  }

  private void row(String head, List<String> cells) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "| %-18s |", head));
    for (String cell : cells) {
      line.append(String.format(Locale.ROOT, " %11s |", cell));
    }
    out.println(line);
  }
}
