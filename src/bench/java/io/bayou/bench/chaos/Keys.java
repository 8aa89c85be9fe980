package io.bayou.bench.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records the events of customers, each of whom has a model: what it should have learned, and under
 * which name their questions were answered. Thread-safe.
 */
final class Keys {
  private final SortedMap<String, SortedMap<String, Long>> labels = new TreeMap<>();
  private final List<String> asked = new ArrayList<>();
  private long strangers;

  /**
   * A label was acknowledged.
   *
   * @param customer empty if the event has none
   */
  synchronized void learned(String customer, String label) {
    labels.computeIfAbsent(customer, c -> new TreeMap<>()).merge(label, 1L, Long::sum);
  }

  /** A question is about to be sent. They are numbered in their order. */
  synchronized void asks(int number, String customer) {
    if (number != asked.size()) {
      throw new IllegalArgumentException("question " + number + " follows " + (asked.size() - 1));
    }
    asked.add(customer);
  }

  /**
   * A question was answered.
   *
   * @param customer whose model has answered; empty for everybody's
   */
  synchronized void answered(int number, String customer) {
    boolean known = number < asked.size() && asked.get(number).equals(customer);
    strangers += known ? 0 : 1;
  }

  /** Answers for another customer than the one of the question. */
  synchronized long strangers() {
    return strangers;
  }

  /** By customer and class, what the models of the customers should have learned. */
  synchronized SortedMap<String, SortedMap<String, Long>> byCustomer() {
    SortedMap<String, SortedMap<String, Long>> copy = new TreeMap<>();
    labels.forEach((customer, classes) -> copy.put(customer, new TreeMap<>(classes)));
    copy.remove("");
    return copy;
  }

  /** By class, what everybody's model should have learned. */
  synchronized SortedMap<String, Long> everybody() {
    SortedMap<String, Long> all = new TreeMap<>();
    labels
        .values()
        .forEach(classes -> classes.forEach((label, count) -> all.merge(label, count, Long::sum)));
    return Collections.unmodifiableSortedMap(all);
  }

  /** How many labels of a customer are in the ledger. */
  static long sum(SortedMap<String, Long> classes) {
    return classes.values().stream().mapToLong(count -> count).sum();
  }
}
