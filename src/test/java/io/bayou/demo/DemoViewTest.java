package io.bayou.demo;

import static io.bayou.demo.ScoreboardTest.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.terminal.Terminal;
import io.bayou.config.AppConfig;
import io.bayou.demo.AccuracyHistory.Bar;
import io.bayou.demo.Standings.Contestant;
import io.bayou.demo.Standings.ShownAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoViewTest {
  private static final Terminal.Size USUAL = new Terminal.Size(80, 24);

  @Test
  void shouldShowHowThingsAre() {
    assertThat(DemoView.lines(state(score()), USUAL, false))
        .containsExactly(
            "bayou demo river on 127.0.0.1:40123                                12 s of 20 s",
            "",
            "  498 events/s   3,001 learned   2,990 answered   12 dead letters",
            "",
            "  accuracy     so far  last 500",
            "  Bayou        87.3 %    91.2 %   ████████████████████████████████████▌",
            "  no change    45.1 %    44.0 %   █████████████████▋",
            "  majority     38.0 %    35.2 %   ██████████████▏",
            "",
            "  accuracy over time, 40 to 100 %",
            "  ▁▄▇█ ▂▅▇",
            "  ▲ spring",
            "",
            "  some of the last answers",
            "  ✓ river-00000042  bloom ▎        4%  clear ▏        2%  flood █████▋  94%",
            "  ✗ river-00000041  bloom          0%  clear ███▎    55%  flood ██▊     45%",
            "  > mine            bloom          0%  clear          0%  flood          0%",
            "",
            "  broken on purpose, 1 event in 500: bayou.dead-letters (last: INVALID)",
            "  ask it yourself: JSON to bayou.unlabeled; teach it: to bayou.labeled");
  }

  @Test
  void shouldShowAnEmptyState() {
    Standings empty = new Scoreboard("river", () -> 0).score();

    assertThat(DemoView.lines(state(empty), USUAL, false))
        .contains(
            "  Bayou             –         –",
            "  498 events/s   3,001 learned   0 answered   0 dead letters")
        .hasSize(15);
  }

  @Test
  void shouldFitIntoAnyTerminal() {
    for (int columns : new int[] {1, 2, 3, 20, 35, 60, 79, 80, 81, 132, 1_000}) {
      for (int rows : new int[] {1, 2, 9, 15, 16, 17, 18, 19, 24, 50}) {
        List<String> lines =
            DemoView.lines(state(score()), new Terminal.Size(columns, rows), false);
        int width = columns - 1;
        assertThat(lines).hasSizeLessThan(rows);
        assertThat(lines).allMatch(line -> line.codePointCount(0, line.length()) <= width);
      }
    }
  }

  @Test
  void shouldMarkTheTurnsThatHaveRoom() {
    List<Bar> bars = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String turn = i % 40 == 30 ? "summer" : i % 40 == 34 ? "tooclose" : null;
      bars.add(new Bar(new Rate(9, 10), Optional.ofNullable(turn)));
    }
    List<String> lines = DemoView.lines(state(score(bars)), USUAL, false);

    assertThat(lines.get(10)).isEqualTo("  " + "▇".repeat(75));
    assertThat(lines.get(11)).isEqualTo(" ".repeat(7) + "▲ summer" + " ".repeat(32) + "▲ summer");
  }

  @Test
  void shouldUseColorsWhereTheyAreWanted() {
    assertThat(DemoView.lines(state(score()), USUAL, true).get(0))
        .startsWith("\u001b[1mbayou demo\u001b[0m river");
    assertThat(DemoView.lines(state(score()), USUAL, false)).noneMatch(l -> l.contains("\u001b"));
  }

  @Test
  void shouldSayItInOneLine() {
    assertThat(DemoView.sentence(state(score())))
        .isEqualTo(
            "12 s: 498 events/s, 3,001 learned, 2,990 answered, accuracy 87.3 % (last 500: 91.2 %),"
                + " no change 45.1 %, majority 38.0 %, 12 dead letters");
  }

  private static DemoState state(Standings score) {
    return new DemoState(
        "river",
        AppConfig.of(Map.of("kafka.bootstrap.servers", "127.0.0.1:40123")),
        Duration.ofMillis(12_345),
        Optional.of(Duration.ofSeconds(20)),
        497.6,
        3_001,
        score);
  }

  private static Standings score() {
    List<Bar> bars = new ArrayList<>();
    for (int hits : new int[] {30, 65, 85, 98, -1, 50, 72, 90}) {
      Rate rate = hits < 0 ? Rate.NONE : new Rate(hits, 100);
      bars.add(new Bar(rate, Optional.ofNullable(bars.isEmpty() ? "spring" : null)));
    }
    return score(bars);
  }

  private static Standings score(List<Bar> bars) {
    return new Standings(
        new Contestant(new Rate(2_610, 2_990), new Rate(456, 500)),
        new Contestant(new Rate(1_348, 2_990), new Rate(220, 500)),
        new Contestant(new Rate(1_136, 2_990), new Rate(176, 500)),
        7,
        12,
        Optional.of("INVALID"),
        bars,
        List.of(
            shown("river-00000042", "flood", 0.04, 0.02, 0.94),
            shown("river-00000041", "clear", 0.0, 0.55, 0.45),
            new ShownAnswer(answer("mine", null), Optional.empty())));
  }

  /** An answer to an event that is a flood in truth. */
  private static ShownAnswer shown(
      String id, String label, double bloom, double clear, double flood) {
    Map<String, Double> posterior = Map.of("bloom", bloom, "clear", clear, "flood", flood);
    return new ShownAnswer(answer(id, label, posterior), Optional.of("flood"));
  }
}
