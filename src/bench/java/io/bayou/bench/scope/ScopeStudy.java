package io.bayou.bench.scope;

import io.bayou.model.Example;
import io.bayou.model.FeatureNames;
import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.scope.KeyedLearners;
import io.bayou.model.scope.LossByExamples;
import io.bayou.model.spec.ScopeSpec;
import java.util.Arrays;
import java.util.Random;

/**
 * What a model for every member of a population is worth, by how many examples the member has.
 * Members join over time: each sends its first event when many others have sent some.
 */
public final class ScopeStudy {
  /** A strength for comparison with those that the labels choose. */
  static final double FIXED = 20.0;

  /** Numbers of members take so many bits. */
  static final int MAX_MEMBERS = 1 << 20;

  private final Population population;
  private final int eventsEach;
  private final KeyedLearners auto;
  private final KeyedLearners fixed;

  /**
   * @param eventsEach how many events each member sends
   */
  public ScopeStudy(Population population, int eventsEach) {
    this.population = population;
    this.eventsEach = eventsEach;
    auto = of(ScopeSpec.auto(Population.KEY));
    fixed = of(ScopeSpec.auto(Population.KEY).withStrength(FIXED));
  }

  private KeyedLearners of(ScopeSpec scope) {
    return new KeyedLearners(population.spec().toBuilder().scope(scope).build());
  }

  /** Runs the whole study. */
  public ScopeStudy run(Random random) {
    Example example = new Example(new Features(new FeatureNames()));
    Posterior answer = new Posterior();
    int time = 0;
    for (int who : order(random)) {
      population.draw(who, random, example);
      for (KeyedLearners model : new KeyedLearners[] {auto, fixed}) {
        model.predictToCompare(example, answer);
        model.learn(model.learner(), example, time);
      }
      time++;
    }
    return this;
  }

  /* Each member sends during as long a time as the first and the last one are apart. */
  private int[] order(Random random) {
    long[] events = new long[population.size() * eventsEach];
    for (int who = 0; who < population.size(); who++) {
      double start = random.nextDouble();
      for (int i = 0; i < eventsEach; i++) {
        long moment = (long) ((start + random.nextDouble()) * (1L << 41));
        events[who * eventsEach + i] = moment * MAX_MEMBERS + who;
      }
    }
    Arrays.sort(events);
    return Arrays.stream(events).mapToInt(event -> (int) (event % MAX_MEMBERS)).toArray();
  }

  /** Where the labels of each member choose the strength. */
  public LossByExamples auto() {
    return auto.losses();
  }

  /** By the strength {@link #FIXED}. */
  public LossByExamples fixed() {
    return fixed.losses();
  }
}
