package io.bayou.demo;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Payments by card, few of them fraud. Fraud moves on when its ways are known: from many small
 * payments abroad to a few large ones at home at night. Several learners compete for it.
 */
public final class FraudStream implements DemoStream {
  private static final double FRAUD = 0.08;

  private static final List<String> COUNTRIES = List.of("home", "neighbour", "overseas");
  private static final List<String> SHOPS = List.of("food", "fuel", "electronics", "travel");
  private static final List<Double> HONEST_COUNTRIES = List.of(0.85, 0.1, 0.05);
  private static final List<Double> HONEST_SHOPS = List.of(0.5, 0.25, 0.15, 0.1);

  /** How fraud is committed: the amount is a power of e. */
  private record Scheme(
      String name, double amount, double hour, List<Double> countries, List<Double> shops) {}

  private static final List<Scheme> SCHEMES =
      List.of(
          new Scheme("small change", 1.6, 14, List.of(0.2, 0.2, 0.6), List.of(0.1, 0.1, 0.6, 0.2)),
          new Scheme("big night", 5.6, 2, List.of(0.7, 0.2, 0.1), List.of(0.05, 0.1, 0.8, 0.05)),
          new Scheme("holiday", 4.8, 11, List.of(0.1, 0.6, 0.3), List.of(0.1, 0.1, 0.1, 0.7)));

  private final long seed;
  private final int scheme;

  /**
   * @param scheme how many payments pass until fraud moves on
   */
  public FraudStream(long seed, int scheme) {
    this.seed = new SplittableRandom(seed).nextLong();
    this.scheme = scheme;
  }

  @Override
  public String name() {
    return "fraud";
  }

  @Override
  public ModelSpec spec() {
    return ModelSpec.of(LearnerKind.AVERAGE);
  }

  @Override
  public String example() {
    return "{\"features\":{\"amount\":310.5,\"hour\":2.5,\"country\":\"home\",\"online\":true}}";
  }

  @Override
  public DemoEvent at(long index) {
    SplittableRandom random = Draws.of(seed, index);
    Scheme now = SCHEMES.get((int) (index / scheme % SCHEMES.size()));
    boolean fraud = random.nextDouble() < FRAUD;
    return new DemoEvent(
        String.format(Locale.ROOT, "%s-%08d", name(), index),
        fraud ? fraud(now, random) : honest(random),
        fraud ? "fraud" : "honest",
        random.nextBoolean(),
        now.name);
  }

  private static Map<String, Object> fraud(Scheme now, SplittableRandom random) {
    return payment(
        now.amount + 0.6 * Draws.gaussian(random),
        now.hour + 2.0 * Draws.gaussian(random),
        COUNTRIES.get(Draws.place(now.countries, random)),
        SHOPS.get(Draws.place(now.shops, random)),
        random.nextDouble() < 0.8);
  }

  private static Map<String, Object> honest(SplittableRandom random) {
    return payment(
        3.3 + 0.9 * Draws.gaussian(random),
        15.0 + 3.5 * Draws.gaussian(random),
        COUNTRIES.get(Draws.place(HONEST_COUNTRIES, random)),
        SHOPS.get(Draws.place(HONEST_SHOPS, random)),
        random.nextDouble() < 0.35);
  }

  private static Map<String, Object> payment(
      double logAmount, double hour, String country, String shop, boolean online) {
    Map<String, Object> features = new LinkedHashMap<>();
    features.put("amount", Draws.tenths(StrictMath.exp(logAmount)));
    features.put("hour", Draws.tenths(((hour % 24.0) + 24.0) % 24.0));
    features.put("country", country);
    features.put("shop", shop);
    features.put("online", online);
    return features;
  }
}
