package io.bayou.demo;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Card payments, few of them fraud. The pattern of fraud changes: from many small payments abroad
 * to a few large ones at home at night. Several learners compete.
 */
public final class FraudStream extends DemoStream {
  private static final double FRAUD = 0.08;

  private static final List<String> COUNTRIES = List.of("home", "neighbour", "overseas");
  private static final List<String> SHOPS = List.of("food", "fuel", "electronics", "travel");
  private static final String EXAMPLE =
      "{\"amount\":310.5,\"hour\":2.5,\"country\":\"home\",\"online\":true}";

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

  private final int scheme;

  /**
   * @param scheme how many payments a pattern of fraud lasts
   */
  public FraudStream(long seed, int scheme) {
    super("fraud", ModelSpec.of(LearnerKind.AVERAGE), EXAMPLE, seed);
    this.scheme = scheme;
  }

  @Override
  Drawn draw(long index, SplittableRandom random) {
    Payments fraud = phase(FRAUDS, index, scheme);
    boolean isFraud = random.nextDouble() < FRAUD;
    return new Drawn(
        (isFraud ? fraud : HONEST).draw(random), isFraud ? "fraud" : "honest", fraud.name);
  }
}
