package io.bayou.bench.chaos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Records what was sent and acknowledged, and what came back. Thread-safe. */
final class Ledger {
  /** The kind of a record, by the first letter of its key. */
  enum Kind {
    /** A label for a model that counts exactly. */
    LABEL('l'),
    /** A question to such a model: exactly one answer. */
    QUESTION('q'),
    /** A record with exactly one dead letter. */
    POISON('p'),
    /** A record that may be accepted or rejected: at most one answer or dead letter. */
    DOUBTFUL('d'),
    /** A question to the recreated model: exactly one answer or dead letter. */
    PASSING('f'),
    /** A label for the recreated model: learned once, or exactly one dead letter. */
    PASSING_LABEL('m'),
    /** An order whose label comes later: exactly one answer, an example for each new label. */
    PATIENT('w'),
    /** The label of one; may come twice or change. */
    PATIENT_LABEL('r'),
    /** An order whose label may come too late: exactly one answer and one example. */
    HASTY('h'),
    /** The label of one: learned once, or exactly one dead letter. */
    HASTY_LABEL('n'),
    /** A question of a customer: exactly one answer. */
    CUSTOMER('c'),
    /** The label of one: learned once by the customer's model and by everybody's. */
    CUSTOMER_LABEL('k');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }

    /** Null if there is none. */
    static Kind of(char letter) {
      for (Kind kind : values()) {
        if (kind.letter == letter) {
          return kind;
        }
      }
      return null;
    }

    String key(int number) {
      return letter + Integer.toString(number);
    }
  }

  private final Map<Kind, Tally> sent = tallies();
  private final Map<Kind, Tally> answers = tallies();
  private final Map<Kind, Tally> letters = tallies();
  private final Map<String, SortedMap<String, Long>> labels = new TreeMap<>();
  private final List<Position> passing = new ArrayList<>();
  private final Joins joins = new Joins();
  private final Keys keys = new Keys();
  private volatile long passingKnownAt;
  private final AtomicLong unconfirmed = new AtomicLong();
  private final AtomicLong foreign = new AtomicLong();

  private record Position(int number, int partition, long offset, long timestamp) {}

  private static Map<Kind, Tally> tallies() {
    Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      tallies.put(kind, new Tally());
    }
    return tallies;
  }

  void acknowledged(Kind kind, int number) {
    sent.get(kind).add(number);
  }

  synchronized void learned(String model, String label) {
    labels.computeIfAbsent(model, name -> new TreeMap<>()).merge(label, 1L, Long::sum);
  }

  /** Records the offset of an acknowledged label for the recreated model. */
  synchronized void located(int number, RecordMetadata at) {
    passing.add(new Position(number, at.partition(), at.offset(), at.timestamp()));
  }

  /** Those labels, with their dead letters. */
  synchronized List<PassingLabels.Label> passingLabels() {
    Tally refused = letters.get(Kind.PASSING_LABEL);
    List<PassingLabels.Label> all = new ArrayList<>();
    for (Position at : passing) {
      int count = refused.of(at.number());
      all.add(new PassingLabels.Label(at.partition(), at.offset(), at.timestamp(), count));
    }
    return all;
  }

  /**
   * Sets when every instance knew the present recreated model.
   *
   * @param millis {@code Long.MAX_VALUE} while they do not, 0 if there was none before
   */
  void passingKnownAt(long millis) {
    passingKnownAt = millis;
  }

  long passingKnownAt() {
    return passingKnownAt;
  }

  /** The brokers did not acknowledge it. */
  void unconfirmed() {
    unconfirmed.incrementAndGet();
  }

  void answered(String key) {
    count(answers, key);
  }

  void deadLetter(String key) {
    count(letters, key);
  }

  private void count(Map<Kind, Tally> tallies, String key) {
    Kind kind = key.isEmpty() ? null : Kind.of(key.charAt(0));
    if (kind == null) {
      foreign.incrementAndGet();
    } else {
      tallies.get(kind).add(Integer.parseInt(key.substring(1)));
    }
  }

  long sent(Kind kind) {
    return sent.get(kind).total();
  }

  long answers(Kind kind) {
    return answers.get(kind).total();
  }

  long letters(Kind kind) {
    return letters.get(kind).total();
  }

  long unconfirmedRecords() {
    return unconfirmed.get();
  }

  /** Answers and dead letters with unknown keys. */
  long foreign() {
    return foreign.get();
  }

  /** The orders whose labels come later. */
  Joins joins() {
    return joins;
  }

  /** The customers, each of whom has a model. */
  Keys keys() {
    return keys;
  }

  /** Labels by model and class. */
  synchronized Map<String, SortedMap<String, Long>> labels() {
    Map<String, SortedMap<String, Long>> copy = new TreeMap<>();
    labels.forEach((model, classes) -> copy.put(model, new TreeMap<>(classes)));
    copy.putAll(joins.counts(letters(Kind.HASTY_LABEL)));
    copy.put(Topics.PERSONAL, keys.everybody());
    return copy;
  }

  /** Acknowledged records of a kind with fewer outcomes than expected. */
  long missing(Kind kind, Outcome outcome) {
    long missing = 0;
    Tally records = sent.get(kind);
    for (int i = 0; i < records.size(); i++) {
      missing += records.of(i) > 0 && outcome.of(this, kind, i) == 0 ? 1 : 0;
    }
    return missing;
  }

  /** Records of a kind with more than one outcome. */
  long repeated(Kind kind, Outcome outcome) {
    long repeated = 0;
    int size = Math.max(answers.get(kind).size(), letters.get(kind).size());
    for (int i = 0; i < size; i++) {
      repeated += outcome.of(this, kind, i) > 1 ? 1 : 0;
    }
    return repeated;
  }

  /** One outcome of a record. */
  enum Outcome {
    ANSWER,
    LETTER,
    EITHER;

    private int of(Ledger ledger, Kind kind, int number) {
      int answers = ledger.answers.get(kind).of(number);
      int letters = ledger.letters.get(kind).of(number);
      return switch (this) {
        case ANSWER -> answers;
        case LETTER -> letters;
        case EITHER -> answers + letters;
      };
    }
  }
}
