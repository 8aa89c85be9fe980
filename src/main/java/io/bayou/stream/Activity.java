package io.bayou.stream;

import java.util.concurrent.atomic.LongAdder;

/** What an instance has done since it started; safe for all threads. */
public final class Activity {
  private volatile StreamListener listener = StreamListener.NONE;
  private final LongAdder learned = new LongAdder();
  private final LongAdder corrected = new LongAdder();
  private final LongAdder predicted = new LongAdder();
  private final LongAdder deadLetters = new LongAdder();
  private final LongAdder tombstones = new LongAdder();
  private final LongAdder publishedRows = new LongAdder();

  /** Tells a listener of what is done from now on, instead of the one before. */
  public void listen(StreamListener newListener) {
    listener = newListener;
  }

  StreamListener listener() {
    return listener;
  }

  void countLearned() {
    learned.increment();
  }

  void countCorrected() {
    corrected.increment();
  }

  void countPredicted() {
    predicted.increment();
  }

  void countDeadLetter() {
    deadLetters.increment();
  }

  void countTombstone() {
    tombstones.increment();
  }

  void countPublishedRows(long rows) {
    publishedRows.add(rows);
  }

  public long learned() {
    return learned.sum();
  }

  public long corrected() {
    return corrected.sum();
  }

  public long predicted() {
    return predicted.sum();
  }

  public long deadLetters() {
    return deadLetters.sum();
  }

  public long tombstones() {
    return tombstones.sum();
  }

  public long publishedRows() {
    return publishedRows.sum();
  }
}
