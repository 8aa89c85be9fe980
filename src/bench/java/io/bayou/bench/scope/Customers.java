package io.bayou.bench.scope;

import io.bayou.model.Example;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.Random;

/**
 * Customers who buy or do not: how often, at which amounts, over which channels and when differs
 * from one to the next, but not by much.
 */
final class Customers implements Population {
  private static final String[] LABELS = {"buy", "skip"};
  private static final String[] CHANNELS = {"app", "mail", "phone", "shop", "web"};
  private static final double[] CLASS_SHARES = {0.35, 0.65};
  private static final double[][] CHANNEL_SHARES = {
    {0.35, 0.20, 0.05, 0.10, 0.30}, {0.25, 0.35, 0.10, 0.10, 0.20}
  };
  private static final double[] AMOUNTS = {50.0, 56.0};
  private static final double[] NIGHTS = {0.3, 0.4};

  private static final double STRENGTH = 12.0;
  private static final double BETWEEN = 3.0; // standard deviation of the mean amounts
  private static final double WITHIN = 9.0;

  private final double[][] classes;
  private final double[][][] channels;
  private final double[][] amounts;
  private final double[][] nights;

  Customers(int size, Random random) {
    classes = new double[size][];
    channels = new double[size][2][];
    amounts = new double[size][2];
    nights = new double[size][2];
    for (int who = 0; who < size; who++) {
      classes[who] = Population.around(CLASS_SHARES, STRENGTH, random);
      for (int c = 0; c < 2; c++) {
        channels[who][c] = Population.around(CHANNEL_SHARES[c], STRENGTH, random);
        amounts[who][c] = Population.gaussian(random, AMOUNTS[c], BETWEEN);
        nights[who][c] =
            Population.around(new double[] {NIGHTS[c], 1.0 - NIGHTS[c]}, STRENGTH, random)[0];
      }
    }
  }

  @Override
  public int size() {
    return classes.length;
  }

  @Override
  public ModelSpec spec() {
    return ModelSpec.builder(LearnerKind.NAIVE_BAYES)
        .feature("amount", FeatureType.GAUSSIAN)
        .feature("channel", FeatureType.CATEGORICAL)
        .feature("night", FeatureType.BERNOULLI)
        .build();
  }

  @Override
  public void draw(int who, Random random, Example into) {
    int c = Population.draw(classes[who], random);
    into.clear();
    into.setLabel(LABELS[c]);
    into.features()
        .text(KEY, "customer-" + who)
        .number("amount", Population.gaussian(random, amounts[who][c], WITHIN))
        .text("channel", CHANNELS[Population.draw(channels[who][c], random)])
        .truth("night", random.nextDouble() < nights[who][c]);
  }
}
