package io.bayou.demo;

import io.bayou.demo.Standings.Contestant;
import io.bayou.demo.Standings.ShownAnswer;
import io.bayou.model.Prediction;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Compares the predictions with the truth about every event that was sent, and with two baselines.
 * Thread-safe.
 */
public final class Scoreboard {
  /** How many answers the recent accuracy covers. */
  static final int LATEST = 500;

  private static final int ANSWERS = 6;
  /* A person can follow one answer in this time. */
  private static final long ANSWER_MILLIS = 700;

  /** An event without an answer yet, and the baselines' answers; null before the first label. */
  private record Question(String truth, String noChange, String majority) {}

  private final String stream;
  private final LongSupplier millis;
  private final Map<String, Question> questions = new HashMap<>();
  private final SortedMap<String, Long> labels = new TreeMap<>();
  private final HitCounter bayou = new HitCounter();
  private final HitCounter noChange = new HitCounter();
  private final HitCounter majority = new HitCounter();
  private final AccuracyHistory history = new AccuracyHistory();
  private final ArrayDeque<ShownAnswer> answers = new ArrayDeque<>();
  private long nextAnswerAt;
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

  /** Notes an event; call it before the event is sent, so that no answer comes first. */
  public synchronized void sending(DemoEvent event) {
    if (!event.phase().equals(phase)) {
      phase = event.phase();
      history.turned(phase, millis.getAsLong());
    }
    if (event.labeled()) {
      labeled(event.truth());
    } else {
      questions.put(event.id(), new Question(event.truth(), lastLabel, commonLabel));
    }
  }

  /** Notes a label, from which the baselines learn. */
  public synchronized void labeled(String label) {
    lastLabel = label;
    long count = labels.merge(label, 1L, Long::sum);
    if (commonLabel == null || count > labels.get(commonLabel)) {
      commonLabel = label;
    }
  }

  /** Compares an answer; an answer to an event of another producer is shown but not counted. */
  public synchronized void answered(Prediction prediction) {
    long now = millis.getAsLong();
    Question question = questions.remove(prediction.id());
    if (question == null) {
      if (!prediction.id().startsWith(stream + "-")) { // else an earlier run asked
        show(new ShownAnswer(prediction, Optional.empty()));
      }
      return;
    }
    ShownAnswer answer = new ShownAnswer(prediction, Optional.of(question.truth));
    bayou.add(answer.isRight());
    noChange.add(question.truth.equals(question.noChange));
    majority.add(question.truth.equals(question.majority));
    history.answered(answer.isRight(), now);
    if (now >= nextAnswerAt) {
      nextAnswerAt = now + ANSWER_MILLIS;
      show(answer);
    }
  }

  private void show(ShownAnswer answer) {
    answers.addFirst(answer);
    if (answers.size() > ANSWERS) {
      answers.removeLast();
    }
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
        bayou.contestant(),
        noChange.contestant(),
        majority.contestant(),
        questions.size(),
        deadLetters,
        Optional.ofNullable(lastDeadLetter),
        history.bars(),
        List.copyOf(answers));
  }

  /** Counts right and wrong answers: all of them, and the latest. */
  private static final class HitCounter {
    private final boolean[] ring = new boolean[LATEST];
    private Rate all = Rate.NONE;
    private int latestHits;

    void add(boolean hit) {
      int slot = (int) (all.total() % LATEST);
      latestHits += (hit ? 1 : 0) - (ring[slot] ? 1 : 0);
      ring[slot] = hit;
      all = all.plus(hit);
    }

    Contestant contestant() {
      return new Contestant(all, new Rate(latestHits, Math.min(all.total(), LATEST)));
    }
  }
}
