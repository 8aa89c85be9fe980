package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.app.offline.SuiteRun.Result;
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
  /* Each data set with the same learners, in the same order. */
  private final Map<String, List<Result>> byData = new LinkedHashMap<>();

  private SuiteText(List<Result> results, PrintWriter out) {
    this.out = out;
    for (Result result : results) {
      byData.computeIfAbsent(result.data(), k -> new ArrayList<>()).add(result);
    }
  }

  static void print(List<Result> results, PrintWriter out) {
    SuiteText text = new SuiteText(results, out);
    text.table("Log loss (lower is better)", r -> number(r.logLoss()), r -> -r.logLoss());
    text.table("Expected calibration error (lower is better)", r -> number(r.ece()), r -> -r.ece());
    text.table("Accuracy", r -> number(r.accuracy()), Result::accuracy);
    text.table("Rows per second", r -> rate(r.rate()), r -> Double.NaN);
    for (Result result : results) {
      if (!result.note().isEmpty()) {
        String place = result.learner() + " on " + result.data();
        out.println("- " + Display.name(place + ": " + result.note()));
      }
    }
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  private static String rate(double value) {
    return Double.isNaN(value) ? "-" : Display.rate(value);
  }

  private void table(String title, Function<Result, String> cell, ToDoubleFunction<Result> merit) {
    out.println(title + "\n");
    List<Result> first = byData.values().iterator().next();
    row("data set", first, Result::learner);
    row(":---", first, result -> "---:");
    byData.forEach(
        (data, results) -> {
          double best = results.stream().mapToDouble(merit).reduce(Double.NaN, SuiteText::max);
          row(
              Display.name(data),
              results,
              result ->
                  merit.applyAsDouble(result) == best
                      ? "**" + cell.apply(result) + "**"
                      : cell.apply(result));
        });
    out.println();
  }

  private static double max(double one, double other) {
    return other > one || Double.isNaN(one) ? other : one;
  }

  private void row(String head, List<Result> results, Function<Result, String> cell) {
    out.printf("| %-18s |", head);
    results.forEach(result -> out.printf(" %11s |", cell.apply(result)));
    out.println();
  }
}
