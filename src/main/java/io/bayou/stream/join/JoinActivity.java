package io.bayou.stream.join;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What an instance has done with labels that come later; safe for all threads. */
public final class JoinActivity {
  /** What became of a question or a label. */
  public enum Outcome {
    /** An answered event began to wait for its label. */
    ASKED,
    /** A label met its event. */
    JOINED,
    /** Another label for the same event: the former one is taken back. */
    CORRECTED,
    /** The same label again; skipped. */
    DUPLICATE_LABEL,
    /** Another event with the same id; the first one counts. */
    DUPLICATE_QUESTION,
    /** The horizon was over: the default label is learned. */
    DEFAULTED,
    /** The horizon was over, and nothing is learned. */
    EXPIRED,
    /** A label that has waited in vain for its event; a dead letter. */
    NO_QUESTION,
    /** A record whose value is no label of the model; skipped. */
    UNMAPPED,
    /** A record of a topic that no model takes labels from; skipped. */
    UNUSED
  }

  private final Map<Outcome, LongAdder> counts = new EnumMap<>(Outcome.class);
  private final Map<Integer, Long> awaited = new ConcurrentHashMap<>();
  private final DelayHistogram delays = new DelayHistogram();

  public JoinActivity() {
    for (Outcome outcome : Outcome.values()) {
      counts.put(outcome, new LongAdder());
    }
  }

  void count(Outcome outcome) {
    counts.get(outcome).increment();
  }

  /** A label met its event after so many milliseconds of event time. */
  void countDelay(long millis) {
    delays.add(millis);
  }

  /** So many questions of a partition wait for their labels now. */
  void setAwaited(int partition, long questions) {
    awaited.put(partition, questions);
  }

  /** The partition has gone to another instance. */
  void forget(int partition) {
    awaited.remove(partition);
  }

  public long total(Outcome outcome) {
    return counts.get(outcome).sum();
  }

  /** How many questions of this instance's partitions wait for their labels. */
  public long awaited() {
    return awaited.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How long labels take, in event time. */
  public DelayHistogram delays() {
    return delays;
  }
}
