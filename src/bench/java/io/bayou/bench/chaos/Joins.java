package io.bayou.bench.chaos;

import io.bayou.bench.chaos.Ledger.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records the orders whose labels come later: what was asked and told, and the examples that came
 * of it. Thread-safe.
 */
final class Joins {
  /** What a hasty model learns of an order that got no label in time. */
  static final String DEFAULT_LABEL = "kept";

  /** The only label of orders for a hasty model. */
  static final String HASTY_LABEL = "returned";

  private final List<Order> patient = new ArrayList<>();
  private final List<Order> hasty = new ArrayList<>();
  private long examples;
  private long strangers;

  private static final class Order {
    private boolean asked;
    private String label;
    private int changes;
    private int examples;
  }

  /** A question was acknowledged. */
  synchronized void asked(Kind kind, int number) {
    order(kind, number).asked = true;
  }

  /** A label was acknowledged. Those of one order come in their order. */
  synchronized void told(Kind kind, int number, String label) {
    Order order = order(kind, number);
    if (!label.equals(order.label)) {
      order.label = label;
      order.changes++;
    }
  }

  /** An example has come out of the join. */
  synchronized void joined(String key) {
    examples++;
    Kind kind = key.isEmpty() ? null : Kind.of(key.charAt(0));
    if (kind == Kind.PATIENT || kind == Kind.HASTY) {
      order(kind, Integer.parseInt(key.substring(1))).examples++;
    } else {
      strangers++;
    }
  }

  private Order order(Kind kind, int number) {
    List<Order> orders = kind == Kind.PATIENT ? patient : hasty;
    while (orders.size() <= number) {
      orders.add(new Order());
    }
    return orders.get(number);
  }

  synchronized long examples() {
    return examples;
  }

  /** Orders that should have become an example, but have not. */
  synchronized long unjoined() {
    return patient.stream().filter(o -> o.asked && o.label != null && o.examples == 0).count()
        + hasty.stream().filter(o -> o.asked && o.examples == 0).count();
  }

  /** Orders with more examples than labels; and examples of nothing. */
  synchronized long joinedTwice() {
    return patient.stream().filter(o -> o.examples > o.changes).count()
        + hasty.stream().filter(o -> o.examples > 1).count()
        + strangers;
  }

  /**
   * By model and class, the examples that it should have learned: the last label of an order
   * counts, the others are taken back.
   *
   * @param refused labels for the hasty model that came too late, and are dead letters
   */
  synchronized Map<String, SortedMap<String, Long>> counts(long refused) {
    SortedMap<String, Long> last = new TreeMap<>();
    patient.stream()
        .filter(o -> o.asked && o.label != null)
        .forEach(o -> last.merge(o.label, 1L, Long::sum));
    long returned = hasty.stream().filter(o -> o.label != null).count() - refused;
    long kept = hasty.stream().filter(o -> o.asked).count() - returned;
    SortedMap<String, Long> byDeadline = new TreeMap<>();
    put(byDeadline, HASTY_LABEL, returned);
    put(byDeadline, DEFAULT_LABEL, kept);
    Map<String, SortedMap<String, Long>> counts = new TreeMap<>();
    counts.put(Topics.PATIENT, last);
    counts.put(Topics.HASTY, byDeadline);
    return counts;
  }

  /* A class that nothing was learned of does not exist. */
  private static void put(SortedMap<String, Long> counts, String label, long count) {
    if (count != 0) {
      counts.put(label, count);
    }
  }
}
