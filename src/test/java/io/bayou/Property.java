package io.bayou;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Checks a law on many random cases. The cases are the same in every run; a failure names the seed
 * that repeats it.
 *
 * <p>{@code -Dprop.seed=S} starts from another seed, {@code -Dprop.runs=N} draws N cases.
 */
public final class Property {
  private static final long FIRST_SEED = 1;

  private Property() {}

  /** One case: draws what it needs and throws if the law does not hold. */
  @FunctionalInterface
  public interface Case {
    void check(RandomGenerator random) throws Exception;
  }

  /** Checks that many cases, each with a generator of its own. */
  public static void forAll(int runs, Case law) {
    forAll(Long.getLong("prop.seed", FIRST_SEED), Integer.getInteger("prop.runs", runs), law);
  }

  static void forAll(long firstSeed, int runs, Case law) {
    for (int run = 0; run < runs; run++) {
      long seed = firstSeed + run;
      try {
        law.check(new SplittableRandom(seed));
      } catch (Exception | AssertionError failure) {
        String message =
            String.format(
                "case %d of %d fails; repeat it with -Dprop.seed=%d -Dprop.runs=1: %s",
                run + 1, runs, seed, failure.getMessage());
        throw new AssertionError(message, failure);
      }
    }
  }
}
