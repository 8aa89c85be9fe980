package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.model.Explanation;
import io.bayou.model.Posterior;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Answers for people: a line per row, the likelier classes first. */
final class AnswerText implements AnswerWriter {
  private final PrintWriter out;

  AnswerText(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void write(
      int row,
      Posterior answer,
      Optional<String> truth,
      Optional<Explanation> explanation,
      SortedMap<String, Double> hypotheses) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%6d  ", row));
    line.append(classes(answer));
    truth.ifPresent(label -> line.append("; truth ").append(Display.name(label)));
    if (!answer.flags().isEmpty()) {
      line.append("; ").append(answer.flags().toString());
    }
    explanation.ifPresent(e -> line.append("; ").append(reasons(e)));
    out.println(line);
  }

  private static String classes(Posterior answer) {
    return IntStream.range(0, answer.size())
        .boxed()
        .sorted(
            Comparator.comparing((Integer c) -> c != answer.best())
                .thenComparing(c -> -answer.probability(c)))
        .map(
            c ->
                String.format(
                    Locale.ROOT, "%s %.4f", Display.name(answer.label(c)), answer.probability(c)))
        .collect(Collectors.joining(", "));
  }

  private static String reasons(Explanation explanation) {
    String head =
        String.format(
            Locale.ROOT,
            "log odds over %s %+.3f = prior %+.3f",
            Display.name(explanation.runnerUp()),
            explanation.logOdds(),
            explanation.prior());
    return explanation.contributions().entrySet().stream()
        .sorted(Comparator.comparing((Map.Entry<String, Double> e) -> -Math.abs(e.getValue())))
        .map(e -> String.format(Locale.ROOT, "%s %+.3f", Display.name(e.getKey()), e.getValue()))
        .collect(Collectors.joining(", ", head + ", ", ""));
  }
}
