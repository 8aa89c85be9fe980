package io.bayou.stream;

import io.bayou.model.Flag;
import io.bayou.model.Refusals;
import io.bayou.stream.health.DeadLetterLog;
import io.bayou.stream.health.ModelCounts;
import io.bayou.stream.join.JoinActivity;
import io.bayou.stream.keyed.KeyedActivity;
import io.bayou.stream.order.LostRecords;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** What an instance has done since it started; safe for all threads. */
public final class Activity {
  private volatile StreamListener listener = StreamListener.NONE;
  private final LongAdder learned = new LongAdder();
  private final LongAdder corrected = new LongAdder();
  private final LongAdder predicted = new LongAdder();
  private final LongAdder[] flagged =
      Stream.generate(LongAdder::new).limit(Flag.values().length).toArray(LongAdder[]::new);
  private final LongAdder deadLetters = new LongAdder();
  private final LongAdder tombstones = new LongAdder();
  private final LongAdder publishedRows = new LongAdder();
  private final LongAdder publishedBytes = new LongAdder();
  private final LongAdder sums = new LongAdder();
  private final LongAdder sumNanos = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final LongAdder truncatedLetters = new LongAdder();
  private final Map<String, LongAdder> lostOutputs = new ConcurrentHashMap<>();
  private final Map<String, Map<Refusals.Reason, LongAdder>> leftOut = new ConcurrentHashMap<>();

  private final Map<String, Map<String, LongAdder>> typeChanges = new ConcurrentHashMap<>();
  private final Map<String, ModelCounts> models = new ConcurrentHashMap<>();
  private final LostRecords lost = new LostRecords();
  private final JoinActivity joins = new JoinActivity();
  private final KeyedActivity keyed = new KeyedActivity();
  private final DeadLetterLog deadLetterLog = new DeadLetterLog(System::currentTimeMillis);

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

  /** An answer of the active version; most have no flag. */
  void countPredicted(Set<Flag> flags) {
    predicted.increment();
    if (!flags.isEmpty()) {
      flags.forEach(flag -> flagged[flag.ordinal()].increment());
    }
  }

  /** How many predictions had this flag. */
  public long flagged(Flag flag) {
    return flagged[flag.ordinal()].sum();
  }

  /** A record became a dead letter. */
  void refused(
      String topic, int partition, long offset, String reason, String message, byte[] value) {
    deadLetters.increment();
    deadLetterLog.refused(topic, partition, offset, reason, message);
    listener.refused(topic, partition, offset, reason, message, value);
  }

  DeadLetterLog deadLetterLog() {
    return deadLetterLog;
  }

  void countTombstone() {
    tombstones.increment();
  }

  void countPublishedRows(long rows) {
    publishedRows.add(rows);
  }

  /** Keys and values of snapshots and evaluations. */
  void countPublishedBytes(long bytes) {
    publishedBytes.add(bytes);
  }

  /** A sum of partials was made. */
  void countSum(long nanos) {
    sums.increment();
    sumNanos.add(nanos);
  }

  /** An event that had been learned before. */
  void countSkipped() {
    skipped.increment();
  }

  /** A dead letter whose value was cut, so that it fits into a message. */
  void countTruncatedLetter() {
    truncatedLetters.increment();
  }

  /** A record that could not be produced and was dropped. */
  void countLostOutput(String topic) {
    lostOutputs.computeIfAbsent(topic, key -> new LongAdder()).increment();
  }

  /** Values or examples that a learner left out. */
  void countLeftOut(String model, Refusals.Reason reason, long count) {
    leftOut
        .computeIfAbsent(model, key -> new ConcurrentHashMap<>())
        .computeIfAbsent(reason, key -> new LongAdder())
        .add(count);
  }

  /** Records that were deleted before they were read. */
  public LostRecords lost() {
    return lost;
  }

  /** What was done with one model. */
  public ModelCounts ofModel(String model) {
    return models.computeIfAbsent(model, key -> new ModelCounts());
  }

  /** Values of another type than their feature, which were left out. */
  void countTypeChange(String model, String feature, long count) {
    typeChanges
        .computeIfAbsent(model, key -> new ConcurrentHashMap<>())
        .computeIfAbsent(feature, key -> new LongAdder())
        .add(count);
  }

  /** What was done with labels that come later. */
  public JoinActivity joins() {
    return joins;
  }

  /** What was done for the models of keys. */
  public KeyedActivity keyed() {
    return keyed;
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

  /** Bytes of snapshots and evaluations, before compression. */
  public long publishedBytes() {
    return publishedBytes.sum();
  }

  /** How often partials were summed. */
  public long sums() {
    return sums.sum();
  }

  /** How long summing took, in nanoseconds. */
  public long sumNanos() {
    return sumNanos.sum();
  }

  /** Events that had been learned before. */
  public long skipped() {
    return skipped.sum();
  }

  /** Dead letters that were cut. */
  public long truncatedLetters() {
    return truncatedLetters.sum();
  }

  /** By topic, records that could not be produced and were dropped. */
  public SortedMap<String, Long> lostOutputs() {
    SortedMap<String, Long> counts = new TreeMap<>();
    lostOutputs.forEach((topic, count) -> counts.put(topic, count.sum()));
    return Collections.unmodifiableSortedMap(counts);
  }

  /** By model and reason, what its learners left out. */
  public SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
    SortedMap<String, Map<Refusals.Reason, Long>> counts = new TreeMap<>();
    leftOut.forEach((model, reasons) -> counts.put(model, sums(reasons)));
    return Collections.unmodifiableSortedMap(counts);
  }

  /** By model and feature, how many values of another type were left out. */
  public SortedMap<String, SortedMap<String, Long>> typeChanges() {
    SortedMap<String, SortedMap<String, Long>> counts = new TreeMap<>();
    typeChanges.forEach(
        (model, features) -> {
          SortedMap<String, Long> ofModel = new TreeMap<>();
          features.forEach((feature, count) -> ofModel.put(feature, count.sum()));
          counts.put(model, Collections.unmodifiableSortedMap(ofModel));
        });
    return Collections.unmodifiableSortedMap(counts);
  }

  private static Map<Refusals.Reason, Long> sums(Map<Refusals.Reason, LongAdder> reasons) {
    Map<Refusals.Reason, Long> sums = new EnumMap<>(Refusals.Reason.class);
    reasons.forEach((reason, count) -> sums.put(reason, count.sum()));
    return Collections.unmodifiableMap(sums);
  }
}
