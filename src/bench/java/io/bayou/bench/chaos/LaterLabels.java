package io.bayou.bench.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.bench.chaos.Ledger.Kind;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Orders in one topic, and what became of them in another: later, earlier, twice, changed, or
 * never. Single-threaded.
 */
final class LaterLabels {
  /** Horizon of the hasty model. Some labels come later than that. */
  static final int HASTY_SECONDS = 15;

  private static final int MAX_DELAY_SECONDS = 25;
  private static final int SHORT_SECONDS = 3;

  private record Due(long at, Runnable send) {}

  private final Sender sender;
  private final Joins joins;
  private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::at));
  private int patient;
  private int hasty;

  LaterLabels(Sender sender, Joins joins) {
    this.sender = sender;
    this.joins = joins;
  }

  /** Sends the next order; its label follows when it is due. */
  void order() {
    if (patient <= hasty) {
      patient(patient++);
    } else {
      hasty(hasty++);
    }
  }

  /** Sends what is due by now. */
  void follow() {
    long now = System.nanoTime();
    while (!due.isEmpty() && due.peek().at() - now <= 0) {
      due.poll().send().run();
    }
  }

  private void patient(int number) {
    Random random = new Random(number);
    String label = random.nextBoolean() ? "kept" : "returned";
    String other = label.equals("kept") ? "returned" : "kept";
    switch (number % 10) {
      case 0 -> { // before its order
        tell(number, label);
        after(SHORT_SECONDS, random, () -> ask(Kind.PATIENT, number, label));
      }
      case 1 -> { // twice
        ask(Kind.PATIENT, number, label);
        tell(number, label);
        after(SHORT_SECONDS, random, () -> tell(number, label));
      }
      case 2 -> { // corrected
        ask(Kind.PATIENT, number, label);
        tell(number, other);
        after(SHORT_SECONDS, random, () -> tell(number, label));
      }
      case 3 -> ask(Kind.PATIENT, number, label);
      default -> {
        ask(Kind.PATIENT, number, label);
        after(MAX_DELAY_SECONDS, random, () -> tell(number, label));
      }
    }
  }

  private void hasty(int number) {
    Random random = new Random(number);
    String label = random.nextBoolean() ? Joins.HASTY_LABEL : Joins.DEFAULT_LABEL;
    ask(Kind.HASTY, number, label);
    if (label.equals(Joins.HASTY_LABEL)) {
      after(MAX_DELAY_SECONDS, random, () -> tellHasty(number));
    }
  }

  private void after(int maxSeconds, Random random, Runnable send) {
    long nanos = (long) (random.nextDouble() * TimeUnit.SECONDS.toNanos(maxSeconds));
    due.add(new Due(System.nanoTime() + nanos, send));
  }

  private void ask(Kind kind, int number, String label) {
    Random random = new Random(~number);
    double a = label.length() + random.nextGaussian();
    String order =
        String.format(
            Locale.ROOT,
            "{\"ref\":\"%s\",\"pace\":\"%s\",\"order\":{\"a\":%.3f,\"other\":[1,2]},\"c\":\"v%d\"}",
            kind.key(number),
            kind.name().toLowerCase(Locale.ROOT),
            a,
            number % 5);
    sender.send(
        Topics.ORDERS, kind, number, order.getBytes(UTF_8), at -> joins.asked(kind, number));
  }

  private void tell(int number, String label) {
    String json = "{\"ref\":\"%s\",\"outcome\":\"%s\"}";
    sender.send(
        Topics.RETURNS,
        Kind.PATIENT_LABEL,
        number,
        json.formatted(Kind.PATIENT.key(number), label).getBytes(UTF_8),
        at -> joins.told(Kind.PATIENT, number, label));
  }

  private void tellHasty(int number) {
    String json = "{\"ref\":\"%s\",\"verdict\":\"R\"}";
    sender.send(
        Topics.RETURNS,
        Kind.HASTY_LABEL,
        number,
        json.formatted(Kind.HASTY.key(number)).getBytes(UTF_8),
        at -> joins.told(Kind.HASTY, number, Joins.HASTY_LABEL));
  }

  /** The spec of a model that learns these orders. */
  static String spec(String model) {
    return """
    learner: naive-bayes
    input:
      topics: [%s]
      id: ref
      where: pace == '%s'
      features: {a: order.a, c: c}
    labels:
      topics: [%s]
      id: ref
      %s
    """
        .formatted(Topics.ORDERS, model, Topics.RETURNS, labels(model));
  }

  private static String labels(String model) {
    return Topics.PATIENT.equals(model)
        ? "label: outcome\n  horizon: 1h"
        : "label: {path: verdict, map: {R: %s}}\n  horizon: %ds\n  default: %s"
            .formatted(Joins.HASTY_LABEL, HASTY_SECONDS, Joins.DEFAULT_LABEL);
  }
}
