package io.bayou.bench.chaos;

import io.bayou.bench.chaos.Ledger.Kind;
import io.bayou.client.Event;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Sends labels and questions at a steady rate until it is stopped. */
final class Load {
  private static final int CLASSES = 3;
  private static final int AVRO_EVERY = 4;
  private static final int ORDER_EVERY = 4;
  private static final int CUSTOMER_EVERY = 3;

  private final Sender sender;
  private final Ledger ledger;
  private final double perSecond;
  private final LaterLabels later;
  private final Customers customers;
  private final Thread thread = new Thread(this::run, "load");
  private volatile boolean stopped;
  private int labels;
  private int questions;
  private int passing;
  private int passingLabels;

  Load(Sender sender, Ledger ledger, double perSecond) {
    this.sender = sender;
    this.ledger = ledger;
    this.perSecond = perSecond;
    later = new LaterLabels(sender, ledger.joins());
    customers = new Customers(sender, ledger.keys());
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  void stop() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  /* Does not catch up after a pause of the machine. */
  private void run() {
    long gap = (long) (1e9 / perSecond);
    long due = System.nanoTime();
    for (int i = 0; !stopped; i++) {
      sendOne(i);
      if (i % ORDER_EVERY == 0) {
        later.order();
      }
      if (i % CUSTOMER_EVERY == 0) {
        customers.next();
      }
      later.follow();
      due = Math.max(due + gap, System.nanoTime() - 1_000_000_000L);
      long wait = due - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      }
    }
  }

  /* Two events in forty go to the recreated model and the one for extreme events. */
  private void sendOne(int i) {
    String model = i / 2 % 3 == 0 ? Topics.STEADY : Topics.DEFAULT;
    boolean labeled = i % 2 == 0;
    switch (i % 40) {
      case 10 -> label(Topics.PASSING, Kind.PASSING_LABEL, passingLabels++, i);
      case 21 -> question(Topics.PASSING, Kind.PASSING, passing++, i);
      case 31 -> question(Topics.ABUSED, Kind.PASSING, passing++, i);
      default -> {
        if (labeled) {
          label(model, Kind.LABEL, labels++, i);
        } else {
          question(model, Kind.QUESTION, questions++, i);
        }
      }
    }
  }

  private void label(String model, Kind kind, int number, int i) {
    Random random = new Random(i);
    int label = random.nextInt(CLASSES);
    String name = "class-" + label;
    Event event = event(model, label, random).label(name);
    sender.send(
        Topics.LABELED,
        kind,
        number,
        encode(event, i),
        at -> {
          if (kind == Kind.LABEL) {
            ledger.learned(model, name);
          } else {
            ledger.located(number, at);
          }
        });
  }

  private void question(String model, Kind kind, int number, int i) {
    Random random = new Random(i);
    Event event = event(model, random.nextInt(CLASSES), random);
    sender.send(Topics.UNLABELED, kind, number, encode(event, i));
  }

  private static byte[] encode(Event event, int i) {
    return i / 2 % AVRO_EVERY == 0 ? event.toAvro() : event.toJson();
  }

  private static Event event(String model, int label, Random random) {
    Event event =
        new Event()
            .number("a", label + random.nextGaussian())
            .number("b", 1e6 - label * 2.0 + random.nextGaussian())
            .text("c", "v" + random.nextInt(label + 2));
    return model.equals(Topics.DEFAULT) ? event : event.model(model);
  }
}
