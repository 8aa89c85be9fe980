package io.bayou.demo;

import java.util.List;
import java.util.Optional;

/**
 * What a {@link Scoreboard} says at one moment. All contestants answered the same events and knew
 * the same labels.
 *
 * @param noChange who always says what the last label was
 * @param majority who always says what most labels were
 * @param unanswered events that were sent and not answered yet
 * @param lastDeadLetter why the last dead letter was refused
 */
public record Score(
    Contestant bayou,
    Contestant noChange,
    Contestant majority,
    int unanswered,
    long deadLetters,
    Optional<String> lastDeadLetter,
    List<AccuracyHistory.Bar> history,
    List<ShownAnswer> answers) {

  /**
   * How well somebody predicts.
   *
   * @param latest of the last {@value Scoreboard#LATEST} answers
   */
  public record Contestant(Rate all, Rate latest) {
    static Contestant of(Tally tally) {
      return new Contestant(tally.all(), tally.latest());
    }
  }

  public Score {
    history = List.copyOf(history);
    answers = List.copyOf(answers);
  }

  /** The better one of those who do not look at the features. */
  public Rate baseline() {
    return noChange.all.hits() >= majority.all.hits() ? noChange.all : majority.all;
  }
}
