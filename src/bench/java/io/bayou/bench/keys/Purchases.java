package io.bayou.bench.keys;

import io.bayou.codec.event.EventEncoder;
import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.Random;

/**
 * Labeled events of customers, each of which comes as often as any other: the worst case for a
 * cache. The first ones are of all customers in turn.
 */
final class Purchases {
  private static final String KEY = "customer";
  private static final String[] CHANNELS = {"app", "mail", "phone", "shop", "web"};

  private final long keys;
  private final Random random = new Random(42);
  private final EventEncoder encoder = EventEncoder.avro();
  private final Example event = new Example(new Features());
  private long who;

  Purchases(long keys) {
    this.keys = keys;
  }

  /** One model for all, which has been told of the key. */
  static ModelSpec oneForAll() {
    return base().build();
  }

  static ModelSpec keyed() {
    return base().scope(ScopeSpec.auto(KEY)).build();
  }

  private static ModelSpec.Builder base() {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature(KEY, FeatureType.IGNORE)
        .feature("amount", FeatureType.GAUSSIAN)
        .feature("channel", FeatureType.CATEGORICAL)
        .feature("night", FeatureType.BERNOULLI);
  }

  byte[] next(long number) {
    who = number < keys ? number : random.nextLong(keys);
    boolean buys = random.nextInt(8) < 1 + who % 7;
    event.clear();
    event.setLabel(buys ? "buy" : "skip");
    event
        .features()
        .text(KEY, "customer-" + who)
        .number("amount", 50.0 + who % 10 + (buys ? 5.0 : 0.0) + 9.0 * random.nextGaussian())
        .text("channel", CHANNELS[Math.min(random.nextInt(5), random.nextInt(5))])
        .truth("night", random.nextDouble() < (buys ? 0.3 : 0.4));
    return encoder.encode(event);
  }

  /** The number of the customer whose event was the latest. */
  long who() {
    return who;
  }
}
