package io.bayou.demo;

import io.bayou.demo.Standings.ShownAnswer;
import io.bayou.model.Prediction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Knows the truth about every event that was sent, and compares the answers with it, and with what
 * two simple rules would have answered. Safe for all threads.
 */
public final class Scoreboard {
  /** How many answers the recent accuracy covers. */
  static final int LATEST = 500;

  /** An event that waits for its answer, with those of the simple rules; null before any label. */
  private record Question(String truth, String noChange, String majority) {}

  private final String stream;
  private final LongSupplier millis;
  private final Map<String, Question> questions = new HashMap<>();
  private final SortedMap<String, Long> labels = new TreeMap<>();
  private final HitCounter bayou = new HitCounter(LATEST);
  private final HitCounter noChange = new HitCounter(LATEST);
  private final HitCounter majority = new HitCounter(LATEST);
  private final AccuracyHistory history = new AccuracyHistory();
  private final AnswerSample answers = new AnswerSample();
  private String phase;
  private String lastLabel;
  private String commonLabel;
  private long deadLetters;
  private String lastDeadLetter;

  /**
   * @param stream the name of the stream, with which the ids of its events begin
   * @param millis the time since the start, in milliseconds
   */
  public Scoreboard(String stream, LongSupplier millis) {
    this.stream = stream;
    this.millis = millis;
  }

  /** Takes note of an event; call it before the event is sent, so that no answer comes too soon. */
  public synchronized void sending(DemoEvent event) {
    if (!event.phase().equals(phase)) {
      phase = event.phase();
      history.turned(phase, millis.getAsLong());
    }
    if (event.labeled()) {
      lastLabel = event.truth();
      long count = labels.merge(lastLabel, 1L, Long::sum);
      if (commonLabel == null || count > labels.get(commonLabel)) {
        commonLabel = lastLabel;
      }
    } else {
      questions.put(event.id(), new Question(event.truth(), lastLabel, commonLabel));
    }
  }

  /** Compares an answer; one to a question of somebody else is shown and does not count. */
  public synchronized void answered(Prediction prediction) {
    long now = millis.getAsLong();
    Question question = questions.remove(prediction.id());
    if (question == null) {
      if (!prediction.id().startsWith(stream + "-")) { // else an earlier run asked
        answers.offer(new ShownAnswer(prediction, Optional.empty()), now);
      }
      return;
    }
    ShownAnswer answer = new ShownAnswer(prediction, Optional.of(question.truth));
    bayou.add(answer.isRight());
    noChange.add(question.truth.equals(question.noChange));
    majority.add(question.truth.equals(question.majority));
    history.answered(answer.isRight(), now);
    answers.offer(answer, now);
  }

  /** An event was refused. */
  public synchronized void deadLetter(String reason) {
    deadLetters++;
    lastDeadLetter = reason;
  }

  /** How many events were sent and not answered yet. */
  public synchronized int unanswered() {
    return questions.size();
  }

  public synchronized long deadLetters() {
    return deadLetters;
  }

  public synchronized Standings score() {
    return new Standings(
        Standings.Contestant.of(bayou),
        Standings.Contestant.of(noChange),
        Standings.Contestant.of(majority),
        questions.size(),
        deadLetters,
        Optional.ofNullable(lastDeadLetter),
        history.bars(),
        answers.answers());
  }
}
