package io.bayou.demo;

import io.bayou.app.terminal.Blocks;
import io.bayou.app.terminal.Ink;
import io.bayou.app.terminal.Line;
import io.bayou.demo.Standings.ShownAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/** Shows predictions as rows, with a column for each class that fits. */
final class AnswerTable {
  private static final int ID_WIDTH = 14;
  private static final int LABEL_WIDTH = 10;
  private static final int BAR_WIDTH = 6;
  private static final int PERCENT_WIDTH = 5;
  private static final String GAP = "  ";

  private final List<String> classes;
  private final int labelWidth;

  AnswerTable(List<ShownAnswer> answers, int width) {
    SortedSet<String> all = new TreeSet<>();
    answers.forEach(answer -> all.addAll(answer.prediction().posterior().keySet()));
    int longest = all.stream().mapToInt(String::length).max().orElse(0);
    labelWidth = Math.min(longest, LABEL_WIDTH);
    int column = GAP.length() + labelWidth + 1 + BAR_WIDTH + PERCENT_WIDTH;
    int columns = Math.max(0, (width - ID_WIDTH - 2) / column);
    classes = new ArrayList<>(all).subList(0, Math.min(columns, all.size()));
  }

  void add(ShownAnswer answer, Line line) {
    verdict(answer, line);
    line.add(fit(answer.prediction().id(), ID_WIDTH));
    for (String label : classes) {
      boolean chosen = answer.prediction().label().filter(label::equals).isPresent();
      boolean missed = !chosen && answer.truth().filter(label::equals).isPresent();
      double probability = answer.prediction().posterior().getOrDefault(label, 0.0);
      line.add(GAP)
          .add(missed ? Ink.BAD : chosen ? Ink.STRONG : Ink.DIM, fit(label, labelWidth) + " ")
          .add(chosen ? Ink.MARK : Ink.DIM, Blocks.bar(probability, BAR_WIDTH))
          .add(chosen ? Ink.PLAIN : Ink.DIM, percent(probability));
    }
  }

  private static void verdict(ShownAnswer answer, Line line) {
    if (answer.truth().isEmpty()) {
      line.add(Ink.MARK, "> ");
    } else if (answer.isRight()) {
      line.add(Ink.GOOD, "✓ ");
    } else {
      line.add(Ink.BAD, "✗ ");
    }
  }

  private static String percent(double probability) {
    return String.format(Locale.ROOT, "%" + (PERCENT_WIDTH - 1) + ".0f%%", 100.0 * probability);
  }

  private static String fit(String text, int width) {
    return text.length() > width
        ? text.substring(0, width - 1) + "…"
        : text + " ".repeat(width - text.length());
  }
}
