package io.bayou.stream.keyed;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What an instance has done for the models of keys. Safe for all threads. */
public final class KeyedActivity {
  /** What became of an event. */
  public enum Outcome {
    /** Answered by the model of its key. */
    ANSWERED,
    /** Answered by everybody's model: the key has learned nothing. */
    UNKNOWN_KEY,
    LEARNED,
    CORRECTED,
    /** It was learned before. */
    SKIPPED,
    /** Not learned by its key: there are too many keys. */
    TOO_MANY_KEYS,
    /** Not learned by its key: what the key has learned is too large. */
    KEY_FULL,
    /** Its version was deleted meanwhile. */
    DELETED_VERSION
  }

  private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
  private final LongAdder expired = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final AtomicLong cachedBytes = new AtomicLong();
  private final AtomicInteger stores = new AtomicInteger();
  private final Map<Integer, SortedMap<String, Long>> keys = new ConcurrentHashMap<>();
  private final Map<Integer, NotedKeys> noted = new ConcurrentHashMap<>();

  public KeyedActivity() {
    for (Outcome outcome : Outcome.values()) {
      outcomes.put(outcome, new LongAdder());
    }
  }

  public void count(Outcome outcome) {
    outcomes.get(outcome).increment();
  }

  public long total(Outcome outcome) {
    return outcomes.get(outcome).sum();
  }

  /** Keys were forgotten since no event had come. */
  public void countExpired(int count) {
    expired.add(count);
  }

  /** How many keys were forgotten since no event had come. */
  public long expired() {
    return expired.sum();
  }

  void countMiss() {
    misses.increment();
  }

  /** How often the model of a key was read from disk. */
  public long misses() {
    return misses.sum();
  }

  void addCachedBytes(long change) {
    cachedBytes.addAndGet(change);
  }

  void addStore(int change) {
    stores.addAndGet(change);
  }

  /** How many stores there are, each of which may use an equal share of the heap. */
  int stores() {
    return Math.max(1, stores.get());
  }

  /** About how many bytes the models of keys take on the heap. */
  public long cachedBytes() {
    return cachedBytes.get();
  }

  /**
   * Sets what a partition holds.
   *
   * @param counts by version, the number of keys
   */
  public void setKeys(int partition, SortedMap<String, Long> counts, NotedKeys notedKeys) {
    keys.put(partition, Collections.unmodifiableSortedMap(new TreeMap<>(counts)));
    noted.put(partition, notedKeys);
  }

  /** A partition belongs to another instance now. */
  public void forget(int partition) {
    keys.remove(partition);
    noted.remove(partition);
  }

  /** By version, how many keys this instance holds. */
  public SortedMap<String, Long> keys() {
    SortedMap<String, Long> all = new TreeMap<>();
    keys.values()
        .forEach(
            counts -> counts.forEach((version, count) -> all.merge(version, count, Long::sum)));
    return all;
  }

  /** The keys of a version that stand out, among those this instance holds. */
  public NotedKeys.Report noted(String modelVersion) {
    return NotedKeys.merge(noted.values(), modelVersion);
  }
}
