package io.bayou.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.config.TopicsConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Card payments, few of them fraud, in topics that know nothing of Bayou: payments come in one, and
 * what became of some of them seconds later in another. The pattern of fraud changes: from many
 * small payments abroad to a few large ones at home at night. Several learners compete.
 */
public final class FraudStream extends DemoStream {
  private static final double FRAUD = 0.08;

  private static final List<String> COUNTRIES = List.of("home", "neighbour", "overseas");
  private static final List<String> SHOPS = List.of("food", "fuel", "electronics", "travel");
  private static final String PAYMENTS = "payments";
  private static final String CHARGEBACKS = "chargebacks";

  /* As docs/examples/payments.yaml, in a time that a demo has. */
  private static final String SPEC =
      """
      learner: average
      input:
        topics: [payments]
        id: payment_id
        features:
          amount: amount.value
          hour: local_hour
          country: card.country
          shop: merchant.category
          online: channel == 'web'
        drop: [card.number]
      labels:
        topics: [chargebacks]
        id: payment_id
        label: {path: status, map: {chargeback: fraud, settled: honest}}
        horizon: 20s
        default: honest
      """;

  private static final String EXAMPLE =
      """
      {"payment_id":"my-1","amount":{"value":310.5},"local_hour":2.5,"card":{"country":"home"},"channel":"web"}\
      """;

  /* Of the honest payments, this part is settled soon; the others are by default, after the horizon. */
  private static final double SETTLED = 0.25;

  /** A kind of payments. */
  private record Payments(
      String name,
      Normal logAmount,
      Normal hour,
      List<Double> countries,
      List<Double> shops,
      double online) {
    Map<String, Object> draw(SplittableRandom random) {
      Map<String, Object> features = new LinkedHashMap<>();
      features.put("amount", Draws.tenths(StrictMath.exp(logAmount.draw(random))));
      features.put("hour", Draws.tenths(((hour.draw(random) % 24.0) + 24.0) % 24.0));
      features.put("country", COUNTRIES.get(Draws.index(countries, random)));
      features.put("shop", SHOPS.get(Draws.index(shops, random)));
      features.put("online", random.nextDouble() < online);
      return features;
    }
  }

  private record Normal(double mean, double deviation) {
    double draw(SplittableRandom random) {
      return mean + deviation * Draws.gaussian(random);
    }
  }

  private static final Payments HONEST =
      new Payments(
          "honest",
          new Normal(3.3, 0.9),
          new Normal(15.0, 3.5),
          List.of(0.85, 0.1, 0.05),
          List.of(0.5, 0.25, 0.15, 0.1),
          0.35);

  private static final List<Payments> FRAUDS =
      List.of(
          fraud("small change", 1.6, 14, List.of(0.2, 0.2, 0.6), List.of(0.1, 0.1, 0.6, 0.2)),
          fraud("big night", 5.6, 2, List.of(0.7, 0.2, 0.1), List.of(0.05, 0.1, 0.8, 0.05)),
          fraud("holiday", 4.8, 11, List.of(0.1, 0.6, 0.3), List.of(0.1, 0.1, 0.1, 0.7)));

  private static Payments fraud(
      String name, double logAmount, double hour, List<Double> countries, List<Double> shops) {
    return new Payments(
        name, new Normal(logAmount, 0.6), new Normal(hour, 2.0), countries, shops, 0.8);
  }

  private final long seed;
  private final int scheme;

  /**
   * @param scheme how many payments a pattern of fraud lasts
   */
  public FraudStream(long seed, int scheme) {
    super("fraud", SpecCodec.read("the demo's spec", SPEC), EXAMPLE, seed);
    this.seed = seed;
    this.scheme = scheme;
  }

  @Override
  public String example() {
    return EXAMPLE;
  }

  @Override
  boolean labelsEvents() {
    return false;
  }

  @Override
  Map<String, String> settings() {
    return Map.of("unlabeled.topics", PAYMENTS, "labels.topics", CHARGEBACKS);
  }

  @Override
  List<DemoRecord> records(DemoEvent event, TopicsConfig topics) {
    SplittableRandom random = Draws.of(seed, event.id().hashCode());
    List<DemoRecord> records = new ArrayList<>();
    String account = "account-" + random.nextInt(10_000);
    records.add(DemoRecord.now(PAYMENTS, account, payment(event, random)));
    boolean isFraud = event.truth().equals("fraud");
    if (isFraud || random.nextDouble() < SETTLED) {
      Duration delay = Duration.ofMillis((isFraud ? 2_000 : 500) + random.nextInt(4_000));
      String status = isFraud ? "chargeback" : "settled";
      records.add(
          new DemoRecord(
              CHARGEBACKS, "", outcome(event, status), delay, Optional.of(event.truth())));
    }
    return records;
  }

  private static String payment(DemoEvent event, SplittableRandom random) {
    Map<String, Object> features = event.features();
    return json(
        json -> {
          json.text("payment_id", event.id())
              .text("channel", features.get("online").equals(true) ? "web" : "store")
              .number("local_hour", (double) features.get("hour"));
          json.object(
              "amount",
              amount ->
                  amount.number("value", (double) features.get("amount")).text("currency", "EUR"));
          json.object(
              "card",
              card ->
                  card.text("number", "4000" + (100_000_000_000L + random.nextInt(1_000_000_000)))
                      .text("country", (String) features.get("country")));
          json.object(
              "merchant", merchant -> merchant.text("category", (String) features.get("shop")));
        });
  }

  private static String outcome(DemoEvent event, String status) {
    return json(json -> json.text("payment_id", event.id()).text("status", status));
  }

  private static String json(Consumer<JsonObject> fields) {
    return new String(JsonObject.bytes(fields), UTF_8);
  }

  @Override
  Drawn draw(long index, SplittableRandom random) {
    Payments fraud = phase(FRAUDS, index, scheme);
    boolean isFraud = random.nextDouble() < FRAUD;
    return new Drawn(
        (isFraud ? fraud : HONEST).draw(random), isFraud ? "fraud" : "honest", fraud.name);
  }
}
