package io.bayou.bench.chaos;

import io.bayou.bench.chaos.Ledger.Kind;
import io.bayou.client.Event;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Events of customers, each of whom has a model. Single-threaded. */
final class Customers {
  /** How many there are. Some come often, many once or never. */
  static final int COUNT = 2_000;

  private static final int LABELS_OF_THREE = 2;
  private static final int NAMELESS_EVERY = 16;

  private final Sender sender;
  private final Keys keys;
  private int labels;
  private int questions;

  Customers(Sender sender, Keys keys) {
    this.sender = sender;
    this.keys = keys;
  }

  /** Sends the next event: two of three are labeled. */
  void next() {
    if ((labels + questions) % 3 < LABELS_OF_THREE) {
      label(labels++);
    } else {
      question(questions++);
    }
  }

  private void label(int number) {
    RandomGenerator random = new SplittableRandom(number);
    String customer = customer(number, random);
    boolean buys = random.nextBoolean();
    String label = buys ? "buys" : "leaves";
    sender.send(
        Topics.LABELED,
        Kind.CUSTOMER_LABEL,
        number,
        event(customer, buys, random).label(label).toJson(),
        at -> keys.learned(customer, label));
  }

  private void question(int number) {
    RandomGenerator random = new SplittableRandom(~number);
    String customer = customer(number, random);
    keys.asks(number, customer);
    byte[] event = event(customer, random.nextBoolean(), random).toAvro();
    sender.send(Topics.UNLABELED, Kind.CUSTOMER, number, event);
  }

  /* Empty if the event has none: everybody's model learns and answers it alone. */
  private static String customer(int number, RandomGenerator random) {
    double rank = random.nextDouble();
    return number % NAMELESS_EVERY == 0 ? "" : "customer " + (int) (rank * rank * COUNT);
  }

  private static Event event(String customer, boolean buys, RandomGenerator random) {
    Event event =
        new Event()
            .model(Topics.PERSONAL)
            .number("x", (buys ? 2 : 0) + random.nextGaussian())
            .text("c", "v" + random.nextInt(buys ? 5 : 3));
    return customer.isEmpty() ? event : event.text("customer", customer);
  }

  /** The spec of the model that learns these events. */
  static String spec() {
    return """
    learner: naive-bayes
    scope: {key: customer, strength: auto, idle: 90d}
    """;
  }
}
