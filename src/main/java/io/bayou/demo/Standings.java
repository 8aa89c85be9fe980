package io.bayou.demo;

import io.bayou.model.Prediction;
import java.util.List;
import java.util.Optional;

/**
 * A {@link Scoreboard} at one moment. All contestants answered the same events and knew the same
 * labels.
 *
 * @param noChange always predicts the last label
 * @param majority always predicts the most frequent label
 * @param unanswered events that were sent and not answered yet
 * @param lastDeadLetter why the last dead letter was refused
 */
public record Standings(
    Contestant bayou,
    Contestant noChange,
    Contestant majority,
    int unanswered,
    long deadLetters,
    Optional<String> lastDeadLetter,
    List<AccuracyHistory.Bar> history,
    List<ShownAnswer> answers) {

  /**
   * How well a contestant predicts.
   *
   * @param latest of the last {@value Scoreboard#LATEST} answers
   */
  public record Contestant(Rate all, Rate latest) {}

  /**
   * An answer to show.
   *
   * @param truth the right label; empty for an event of another producer
   */
  record ShownAnswer(Prediction prediction, Optional<String> truth) {
    boolean isRight() {
      return truth.isPresent() && truth.equals(prediction.label());
    }
  }

  public Standings {
    history = List.copyOf(history);
    answers = List.copyOf(answers);
  }

  /** The better one of the two baselines. */
  public Rate baseline() {
    return noChange.all.hits() >= majority.all.hits() ? noChange.all : majority.all;
  }
}
