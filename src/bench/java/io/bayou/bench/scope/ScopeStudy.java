package io.bayou.bench.scope;

import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.scope.KeyedLearners;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.ScopeSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * What a model for every member of a population is worth, by how many examples the member has: log
 * loss beside that of one model for all, and of one model for each.
 */
public final class ScopeStudy {
  /** Examples of a member that are taken together, from each to the next. */
  static final int[] BINS = {0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200};

  /** A model of the study. */
  public enum Variant {
    ONE_FOR_ALL("one for all"),
    ONE_EACH("one each"),
    FIXED("strength 20"),
    AUTO("auto");

    private final String title;

    Variant(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private static final double FIXED_STRENGTH = 20.0;

  /* What an answer is charged at most: without it, one that rules the label out decides all. */
  private static final double MIN_PROBABILITY = 1e-6;

  private final Population population;
  private final int eventsEach;
  private final Random random;
  private final List<KeyedLearners> models = new ArrayList<>();
  private final double[][] losses = new double[Variant.values().length][BINS.length - 1];
  private final long[] events = new long[BINS.length - 1];

  /**
   * @param eventsEach how many events each member sends
   */
  public ScopeStudy(Population population, int eventsEach, long seed) {
    this.population = population;
    this.eventsEach = eventsEach;
    random = new Random(seed);
    for (Variant variant : Variant.values()) {
      models.add(new KeyedLearners(spec(variant)));
    }
  }

  private ModelSpec spec(Variant variant) {
    ScopeSpec auto = ScopeSpec.auto(Population.KEY);
    ScopeSpec scope =
        switch (variant) {
          case ONE_FOR_ALL -> new ScopeSpec("nobody", OptionalDouble.of(1.0), 0);
          case ONE_EACH -> auto.withStrength(0.0);
          case FIXED -> auto.withStrength(FIXED_STRENGTH);
          case AUTO -> auto;
        };
    ModelSpec.Builder builder = population.spec().toBuilder();
    if (variant == Variant.ONE_FOR_ALL) {
      builder.feature(Population.KEY, io.bayou.model.spec.FeatureType.IGNORE);
    }
    return builder.scope(scope).build();
  }

  /** Runs the whole study: all members send at once, in a random order. */
  public ScopeStudy run() {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < eventsEach; i++) {
      for (int who = 0; who < population.size(); who++) {
        order.add(who);
      }
    }
    Collections.shuffle(order, random);
    int[] seen = new int[population.size()];
    Example example = new Example(new Features(new FeatureNames()));
    Posterior answer = new Posterior();
    for (int i = 0; i < order.size(); i++) {
      int who = order.get(i);
      population.draw(who, random, example);
      int bin = binOf(seen[who]++);
      events[bin]++;
      for (int v = 0; v < losses.length; v++) {
        models.get(v).predict(example, answer);
        double p = answer.isEmpty() ? 0.5 : answer.probabilityOf(example.label());
        losses[v][bin] -= Math.log(Math.max(p, MIN_PROBABILITY));
        models.get(v).learn(models.get(v).everybody(), example, i);
      }
    }
    return this;
  }

  private static int binOf(int examples) {
    int at = Arrays.binarySearch(BINS, examples);
    return Math.min(BINS.length - 2, at >= 0 ? at : -at - 2);
  }

  public int bins() {
    return events.length;
  }

  /** The fewest examples of a bin. */
  int from(int bin) {
    return BINS[bin];
  }

  /** The most examples of a bin. */
  int to(int bin) {
    return BINS[bin + 1] - 1;
  }

  public long events(int bin) {
    return events[bin];
  }

  /** The mean log loss where a member has so many examples. */
  public double loss(Variant variant, int bin) {
    return losses[variant.ordinal()][bin] / events[bin];
  }
}
