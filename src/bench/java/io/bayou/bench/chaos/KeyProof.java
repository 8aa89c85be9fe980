package io.bayou.bench.chaos;

import io.bayou.bench.JsonValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compares the models of customers with the ledger: as instances have them, and as {@code verify}
 * finds them in the log.
 */
final class KeyProof {
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 1_000;
  private static final String KEY = "key ";
  private static final String OF = " of ";

  private final Keys keys;
  private final Models models;
  private final List<String> failures = new ArrayList<>();
  private boolean complete;
  private long lost;
  private long doubled;
  private int verified = Integer.MAX_VALUE;

  /** The models of customers, as instances have them. */
  interface Models {
    /**
     * The examples of a customer's model by class; none if it cannot be had.
     *
     * @param turn which instance to ask, modulo their number
     */
    SortedMap<String, Long> of(String customer, int turn) throws InterruptedException;
  }

  KeyProof(Keys keys, Models models) {
    this.keys = keys;
    this.models = models;
  }

  /** Whether the model of every customer has learned what it should have. */
  boolean isComplete() throws InterruptedException {
    int turn = 0;
    for (Map.Entry<String, SortedMap<String, Long>> customer : keys.byCustomer().entrySet()) {
      if (!models.of(customer.getKey(), turn++).equals(customer.getValue())) {
        return false;
      }
    }
    complete = true;
    return true;
  }

  /** Asks the instances for the models of all customers, unless they were complete already. */
  void askInstances() throws InterruptedException {
    if (complete) {
      return;
    }
    SortedMap<String, SortedMap<String, Long>> expected = keys.byCustomer();
    Map<String, SortedMap<String, Long>> shown = new TreeMap<>();
    Set<String> wrong = new TreeSet<>(expected.keySet());
    for (int attempt = 0; attempt < ATTEMPTS && !wrong.isEmpty(); attempt++) {
      if (attempt > 0) {
        Thread.sleep(PAUSE_MILLIS); // an instance that took too long to answer
      }
      for (String customer : List.copyOf(wrong)) {
        shown.put(customer, models.of(customer, attempt + shown.size()));
        if (shown.get(customer).equals(expected.get(customer))) {
          wrong.remove(customer);
        }
      }
    }
    for (String customer : wrong) {
      count(expected.get(customer), shown.get(customer));
      failures.add(
          "%s has learned %s, the ledger says %s"
              .formatted(customer, shown.get(customer), expected.get(customer)));
    }
  }

  private void count(SortedMap<String, Long> expected, SortedMap<String, Long> shown) {
    Set<String> classes = new TreeSet<>(expected.keySet());
    classes.addAll(shown.keySet());
    for (String label : classes) {
      long missing = expected.getOrDefault(label, 0L) - shown.getOrDefault(label, 0L);
      lost += Math.max(0, missing);
      doubled += Math.max(0, -missing);
    }
  }

  /**
   * Takes the output of {@code verify --keys --json} for a version: the log has the examples of the
   * ledger.
   */
  void verified(String output) {
    Map<String, Long> examples = new TreeMap<>();
    Set<String> unequal = new TreeSet<>();
    for (String line : output.split("\n", -1)) {
      Map<String, Object> finding = JsonValues.object(line);
      String source = String.valueOf(finding.get("source"));
      if (source.startsWith(KEY)) {
        String customer = source.substring(KEY.length(), source.lastIndexOf(OF));
        examples.merge(customer, JsonValues.asLong(finding.get("examples")), Long::sum);
        if (!"equal".equals(finding.get("verdict"))) {
          unequal.add(customer);
        }
      }
    }
    verified = Math.min(verified, examples.size() - unequal.size());
    unequal.forEach(customer -> failures.add("verify finds that " + customer + " is different"));
    SortedMap<String, SortedMap<String, Long>> expected = keys.byCustomer();
    examples.forEach(
        (customer, learned) -> {
          long sent = Keys.sum(expected.getOrDefault(customer, new TreeMap<>()));
          if (learned != sent) {
            failures.add(
                "verify finds %d examples of %s, not %d".formatted(learned, customer, sent));
          }
        });
  }

  /** Labels that the model of a customer has not learned. */
  long lost() {
    return lost;
  }

  /** Labels that the model of a customer has learned more than once. */
  long doubled() {
    return doubled;
  }

  /** How many customers have exactly the model that the log gives, in every version. */
  int verified() {
    return verified == Integer.MAX_VALUE ? 0 : verified;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }
}
