package io.bayou.demo;

import io.bayou.app.terminal.Blocks;
import io.bayou.app.terminal.Ink;
import io.bayou.app.terminal.Line;
import io.bayou.app.terminal.Terminal;
import io.bayou.config.TopicsConfig;
import io.bayou.demo.Standings.ShownAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Draws the state of the demo: a function from state to lines. */
public final class DemoView {
  private static final String MARGIN = "  ";
  private static final int ALL_END = 21;
  private static final int LATEST_END = 31;
  private static final int BAR_BEGIN = 34;
  private static final int ADVICE_ROWS = 2;

  /* A bar of a timeline that begins at 0 would hardly show what a drift does. */
  private static final double TIMELINE_FLOOR = 0.4;

  private final DemoState state;
  private final int width;
  private final List<Line> lines = new ArrayList<>();

  private DemoView(DemoState state, int width) {
    this.state = state;
    this.width = width;
  }

  /** The lines that fit into a terminal of this size, with a row and a column to spare. */
  public static List<String> lines(DemoState state, Terminal.Size size, boolean colors) {
    DemoView view = new DemoView(state, size.columns() - 1);
    int rows = size.rows() - 1;
    view.header();
    view.contest();
    view.timeline();
    view.answers(rows - view.lines.size() - ADVICE_ROWS);
    view.advice();
    return view.lines.stream().limit(rows).map(line -> line.text(colors)).toList();
  }

  /** The state in one line, for an output that is not a terminal. */
  public static String sentence(DemoState state) {
    Standings score = state.score();
    return String.format(
        Locale.ROOT,
        "%s: %,.0f events/s, %,d learned, %,d answered, accuracy %s (last %d: %s), no change %s,"
            + " majority %s, %,d dead letters",
        clock(state.elapsed()),
        state.eventsPerSecond(),
        state.learned(),
        score.bayou().all().total(),
        percent(score.bayou().all()),
        Scoreboard.LATEST,
        percent(score.bayou().latest()),
        percent(score.noChange().all()),
        percent(score.majority().all()),
        score.deadLetters());
  }

  private Line line() {
    Line line = new Line(width);
    lines.add(line);
    return line;
  }

  private void header() {
    String time =
        state
            .duration()
            .map(end -> clock(state.elapsed()) + " of " + clock(end))
            .orElse(clock(state.elapsed()) + ", Ctrl-C ends");
    line()
        .add(Ink.STRONG, "bayou demo")
        .add(" " + state.stream() + " on " + state.config().kafka().bootstrapServers())
        .toRight(time.length())
        .add(Ink.DIM, time);
    line();
    line()
        .add(MARGIN)
        .add(Ink.STRONG, String.format(Locale.ROOT, "%,.0f", state.eventsPerSecond()))
        .add(" events/s   ")
        .add(Ink.STRONG, count(state.learned()))
        .add(" learned   ")
        .add(Ink.STRONG, count(state.score().bayou().all().total()))
        .add(" answered   ")
        .add(Ink.STRONG, count(state.score().deadLetters()))
        .add(" dead letters");
    line();
  }

  private void contest() {
    line()
        .add(MARGIN + "accuracy")
        .to(ALL_END - "so far".length())
        .add(Ink.DIM, "so far")
        .to(LATEST_END - ("last " + Scoreboard.LATEST).length())
        .add(Ink.DIM, "last " + Scoreboard.LATEST);
    contestant("Bayou", state.score().bayou(), Ink.GOOD);
    contestant("no change", state.score().noChange(), Ink.DIM);
    contestant("majority", state.score().majority(), Ink.DIM);
    line();
  }

  private void contestant(String name, Standings.Contestant contestant, Ink ink) {
    String all = percent(contestant.all());
    String latest = percent(contestant.latest());
    line()
        .add(MARGIN + name)
        .to(ALL_END - all.length())
        .add(ink, all)
        .to(LATEST_END - latest.length())
        .add(ink, latest)
        .to(BAR_BEGIN)
        .add(ink, Blocks.bar(contestant.latest().value().orElse(0.0), barRoom()));
  }

  private int barRoom() {
    return Math.max(0, Math.min(40, width - BAR_BEGIN - MARGIN.length()));
  }

  /** The accuracy of every half second, and below it when the stream entered a new phase. */
  private void timeline() {
    List<AccuracyHistory.Bar> bars = state.score().history();
    int room = Math.max(1, width - 2 * MARGIN.length());
    List<AccuracyHistory.Bar> shown = bars.subList(Math.max(0, bars.size() - room), bars.size());
    line().add(MARGIN + "accuracy over time").add(Ink.DIM, ", 40 to 100 %");
    Line levels = line().add(MARGIN);
    Line turns = line().add(MARGIN);
    for (int i = 0; i < shown.size(); i++) {
      AccuracyHistory.Bar bar = shown.get(i);
      OptionalDouble rate = bar.rate().value();
      levels.add(Ink.GOOD, rate.isEmpty() ? " " : level(rate.getAsDouble()));
      if (bar.turn().isPresent() && turns.length() <= MARGIN.length() + i) {
        turns.add(" ".repeat(MARGIN.length() + i - turns.length()));
        turns.add(Ink.MARK, "▲ " + bar.turn().get()).add(" ");
      }
    }
    line();
  }

  private static String level(double rate) {
    return String.valueOf(Blocks.level((rate - TIMELINE_FLOOR) / (1.0 - TIMELINE_FLOOR)));
  }

  private void answers(int rows) {
    List<ShownAnswer> answers = state.score().answers();
    if (rows < 3 || answers.isEmpty()) {
      return;
    }
    line().add(MARGIN + "some of the last answers");
    AnswerTable table = new AnswerTable(answers, width - MARGIN.length());
    answers.stream().limit(rows - 2L).forEach(answer -> table.add(answer, line().add(MARGIN)));
    line();
  }

  private void advice() {
    TopicsConfig topics = state.config().topics();
    String last = state.score().lastDeadLetter().map(why -> " (last: " + why + ")").orElse("");
    line()
        .add(MARGIN)
        .add(Ink.DIM, "broken on purpose, 1 event in " + EventFeeder.BROKEN_EVERY + ": ")
        .add(Ink.MARK, topics.deadLetters())
        .add(Ink.DIM, last);
    line()
        .add(MARGIN)
        .add(Ink.DIM, "ask it yourself: JSON to ")
        .add(Ink.MARK, topics.unlabeled().get(0))
        .add(Ink.DIM, "; teach it: to ")
        .add(
            Ink.MARK,
            topics.join().isOn() ? topics.join().labels().get(0) : topics.labeled().get(0));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String percent(Rate rate) {
    OptionalDouble value = rate.value();
    return value.isEmpty()
        ? "–"
        : String.format(Locale.ROOT, "%.1f %%", 100.0 * value.getAsDouble());
  }

  private static String clock(Duration time) {
    long seconds = time.toSeconds();
    return seconds < 60
        ? seconds + " s"
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
