package io.bayou.stream.keyed;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The busiest keys of each version and those with the highest log loss, among the keys that have
 * learned since the task was opened. Safe for all threads.
 */
public final class NotedKeys {
  /** How many are kept and shown of each kind. */
  public static final int MAX = 20;

  /* The loss of fewer answers tells little. */
  private static final long MIN_SCORED = 20;

  private static final Comparator<Key> BUSIEST =
      Comparator.comparingLong(Key::examples).reversed().thenComparing(Key::key);
  private static final Comparator<Key> WORST =
      Comparator.comparingDouble(Key::meanLoss).reversed().thenComparing(Key::key);

  private final Map<String, Ranking> busiest = new HashMap<>();
  private final Map<String, Ranking> worst = new HashMap<>();

  /**
   * A key.
   *
   * @param examples that it has learned
   * @param scored answers
   * @param meanLoss mean log loss of the answers; NaN if none was scored
   */
  public record Key(String key, long examples, long scored, double meanLoss) {}

  /** Keys that stand out. */
  public record Report(List<Key> busiest, List<Key> worst) {}

  /** The first of many keys, in some order. */
  private static final class Ranking {
    private final Comparator<Key> order;
    private final Map<String, Key> keys = new HashMap<>();
    private Key last; // null: unknown

    Ranking(Comparator<Key> order) {
      this.order = order;
    }

    void add(Key key) {
      if (keys.size() >= MAX && !keys.containsKey(key.key())) {
        if (order.compare(key, last()) >= 0) {
          return;
        }
        keys.remove(last().key());
      }
      keys.put(key.key(), key);
      last = null;
    }

    private Key last() {
      if (last == null) {
        last = keys.values().stream().max(order).orElseThrow();
      }
      return last;
    }

    void remove(String key) {
      keys.remove(key);
      last = null;
    }
  }

  /** Notes the present state of a key. */
  synchronized void add(KeyState state) {
    String version = state.id().modelVersion();
    Key key = new Key(state.id().key(), state.examples(), state.scored(), state.meanLoss());
    busiest.computeIfAbsent(version, v -> new Ranking(BUSIEST)).add(key);
    if (key.scored() >= MIN_SCORED) {
      worst.computeIfAbsent(version, v -> new Ranking(WORST)).add(key);
    }
  }

  synchronized void remove(KeyId id) {
    Stream.of(busiest, worst)
        .map(rankings -> rankings.get(id.modelVersion()))
        .filter(ranking -> ranking != null)
        .forEach(ranking -> ranking.remove(id.key()));
  }

  synchronized void remove(String modelVersion) {
    busiest.remove(modelVersion);
    worst.remove(modelVersion);
  }

  private synchronized List<Key> keys(Map<String, Ranking> rankings, String modelVersion) {
    Ranking ranking = rankings.get(modelVersion);
    return ranking == null ? List.of() : new ArrayList<>(ranking.keys.values());
  }

  static Report merge(Collection<NotedKeys> partitions, String modelVersion) {
    List<Key> busy = new ArrayList<>();
    List<Key> bad = new ArrayList<>();
    for (NotedKeys noted : partitions) {
      busy.addAll(noted.keys(noted.busiest, modelVersion));
      bad.addAll(noted.keys(noted.worst, modelVersion));
    }
    return new Report(first(busy, BUSIEST), first(bad, WORST));
  }

  private static List<Key> first(List<Key> keys, Comparator<Key> order) {
    return keys.stream().sorted(order).limit(MAX).toList();
  }
}
