package io.bayou.demo;

import io.bayou.demo.Standings.ShownAnswer;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The last answers at a pace that a person can follow: some of those to the stream, and all of
 * those to somebody else.
 */
final class AnswerSample {
  private static final int CAPACITY = 6;
  private static final long PACE_MILLIS = 700;

  private final ArrayDeque<ShownAnswer> answers = new ArrayDeque<>();
  private long nextAt;

  void offer(ShownAnswer answer, long millis) {
    if (answer.truth().isPresent()) {
      if (millis < nextAt) {
        return;
      }
      nextAt = millis + PACE_MILLIS;
    }
    answers.addFirst(answer);
    if (answers.size() > CAPACITY) {
      answers.removeLast();
    }
  }

  /** The newest first. */
  List<ShownAnswer> answers() {
    return List.copyOf(answers);
  }
}
