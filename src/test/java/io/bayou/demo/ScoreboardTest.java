package io.bayou.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.demo.Standings.ShownAnswer;
import io.bayou.model.Prediction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
  private long now;
  private final Scoreboard board = new Scoreboard("river", () -> now);

  @Test
  void shouldBeEmptyBeforeTheFirstAnswer() {
    Standings score = board.score();

    assertThat(score.bayou().all().value()).isEmpty();
    assertThat(score.baseline().value()).isEmpty();
    assertThat(score.history()).isEmpty();
    assertThat(score.answers()).isEmpty();
  }

  @Test
  void shouldCompareEveryAnswerWithTheTruth() {
    ask("river-1", "flood");
    ask("river-2", "clear");
    ask("river-3", "clear");

    board.answered(answer("river-2", "clear"));
    board.answered(answer("river-1", "clear"));

    assertThat(board.score().bayou().all()).isEqualTo(new Rate(1, 2));
    assertThat(board.score().unanswered()).isEqualTo(1);
  }

  @Test
  void shouldCountAnAnswerWithoutALabelAsWrong() {
    ask("river-1", "flood");
    board.answered(answer("river-1", null));

    assertThat(board.score().bayou().all()).isEqualTo(new Rate(0, 1));
  }

  @Test
  void shouldLetTheSimpleRulesKnowOnlyTheLabelsSoFar() {
    ask("river-0", "flood"); // before any label both are wrong
    teach("flood");
    teach("flood");
    teach("clear");
    ask("river-1", "clear"); // no change is right
    ask("river-2", "flood"); // majority is right
    ask("river-3", "flood"); // majority is right
    teach("flood"); // too late for those above
    for (int i = 0; i <= 3; i++) {
      board.answered(answer("river-" + i, "bloom"));
    }

    Standings score = board.score();
    assertThat(score.noChange().all()).isEqualTo(new Rate(1, 4));
    assertThat(score.majority().all()).isEqualTo(new Rate(2, 4));
    assertThat(score.baseline()).isEqualTo(new Rate(2, 4));
    assertThat(score.bayou().all()).isEqualTo(new Rate(0, 4));
  }

  @Test
  void shouldTakeTheAccuracyOfLateOverTheLatestAnswers() {
    for (int i = 0; i < Scoreboard.LATEST + 100; i++) {
      ask("river-" + i, "clear");
      board.answered(answer("river-" + i, i < 200 ? "flood" : "clear"));
    }

    assertThat(board.score().bayou().all()).isEqualTo(new Rate(400, 600));
    assertThat(board.score().bayou().latest()).isEqualTo(new Rate(400, 500));
  }

  @Test
  void shouldShowTheAnswersToOthersWithoutCountingThem() {
    board.answered(answer("mine", "flood"));
    board.answered(answer("river-77", "flood")); // of an earlier run

    assertThat(board.score().answers())
        .containsExactly(new ShownAnswer(answer("mine", "flood"), Optional.empty()));
    assertThat(board.score().bayou().all().total()).isZero();
  }

  @Test
  void shouldShowAnswersAtAPaceThatAPersonCanFollow() {
    for (int i = 0; i < 30; i++) {
      ask("river-" + i, "clear");
      board.answered(answer("river-" + i, "clear"));
      now += 100;
    }
    board.answered(answer("mine", "flood"));

    assertThat(board.score().answers())
        .extracting(shown -> shown.prediction().id())
        .containsExactly("mine", "river-28", "river-21", "river-14", "river-7", "river-0");
  }

  @Test
  void shouldKeepAHistoryWithTheTurnsOfTheStream() {
    ask("river-1", "clear");
    board.answered(answer("river-1", "clear"));
    now = 1_700;
    board.sending(new DemoEvent("river-2", Map.of(), "clear", false, "summer"));
    board.answered(answer("river-2", "flood"));

    assertThat(board.score().history())
        .containsExactly(
            new AccuracyHistory.Bar(new Rate(1, 1), Optional.of("spring")),
            new AccuracyHistory.Bar(Rate.NONE, Optional.empty()),
            new AccuracyHistory.Bar(Rate.NONE, Optional.empty()),
            new AccuracyHistory.Bar(new Rate(0, 1), Optional.of("summer")));
  }

  @Test
  void shouldForgetTheOldestHistory() {
    now = 1_000_000L;
    ask("river-1", "clear");

    assertThat(board.score().history()).hasSize(500);
  }

  @Test
  void shouldCountDeadLetters() {
    board.deadLetter("MALFORMED");
    board.deadLetter("INVALID");

    assertThat(board.score().deadLetters()).isEqualTo(2);
    assertThat(board.score().lastDeadLetter()).contains("INVALID");
  }

  private void ask(String id, String truth) {
    board.sending(new DemoEvent(id, Map.of(), truth, false, "spring"));
  }

  private void teach(String truth) {
    board.sending(new DemoEvent("river-label", Map.of(), truth, true, "spring"));
  }

  static Prediction answer(String id, String label) {
    return answer(id, label, label == null ? Map.of() : Map.of(label, 1.0));
  }

  static Prediction answer(String id, String label, Map<String, Double> posterior) {
    return new Prediction(
        id,
        "river",
        1,
        Optional.ofNullable(label),
        new TreeMap<>(posterior),
        OptionalDouble.empty(),
        new TreeMap<>(),
        new TreeMap<>(),
        0,
        new TreeMap<>(),
        List.of(),
        0);
  }
}
