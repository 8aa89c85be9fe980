package io.bayou.demo;

import io.bayou.app.cli.CommandContext;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.terminal.Ink;
import io.bayou.app.terminal.Line;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;

/** Leads through the steps: shows a command, runs it when a key is pressed, says what was seen. */
final class TourGuide {
  private static final int WIDEST = 1_000;

  /** Waits until what a command has sent is learned. */
  interface Settling {
    void await() throws InterruptedException;
  }

  private final CommandContext root;
  private final PrintWriter out;
  private final boolean colors;
  private final TourKeys keys;

  TourGuide(CommandContext root, PrintWriter out, boolean colors, TourKeys keys) {
    this.root = root;
    this.out = out;
    this.colors = colors;
    this.keys = keys;
  }

  /**
   * Leads through all steps.
   *
   * @param variables the environment of the commands
   * @param stop done when the tour is to end
   * @return whether the tour came to its end
   * @throws CommandFailed if a command fails
   */
  boolean lead(
      List<TourStep> steps, Map<String, String> variables, Settling settling, Future<?> stop)
      throws InterruptedException {
    for (int i = 0; i < steps.size(); i++) {
      TourStep step = steps.get(i);
      say("");
      say(Ink.STRONG, (i + 1) + "/" + steps.size() + "  " + step.title());
      say(step.before());
      say("");
      say(Ink.MARK, "$ " + step.typed());
      if (!keys.goOn(stop)) {
        return false;
      }
      show(step, variables);
      settling.await();
      say("");
      say(step.after());
    }
    return true;
  }

  void say(String text) {
    say(Ink.PLAIN, text);
  }

  private void say(Ink ink, String text) {
    text.lines().forEach(line -> out.println(new Line(WIDEST).add(ink, line).text(colors)));
    if (text.isEmpty()) {
      out.println();
    }
    out.flush();
  }

  private void show(TourStep step, Map<String, String> variables) {
    StringWriter printed = new StringWriter();
    StringWriter complaints = new StringWriter();
    int exitCode =
        root.run(step.words(), variables, new PrintWriter(printed), new PrintWriter(complaints));
    printed.toString().lines().limit(step.lines()).forEach(out::println);
    out.flush();
    if (exitCode != 0) {
      throw new CommandFailed("'" + step.typed() + "' failed: " + complaints.toString().strip());
    }
  }
}
