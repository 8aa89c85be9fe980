package io.bayou.model.spec;

/**
 * The options of a forest.
 *
 * @param leaves the most leaves of a tree; fewer where there are many classes
 * @param seed decides where the trees cut
 */
public record ForestSpec(int trees, int leaves, int seed) {
  public static final ForestSpec DEFAULT = new ForestSpec(20, 4_096, 1);

  public static final int MAX_TREES = 100;
  public static final int MAX_LEAVES = 65_536;

  public ForestSpec {
    require("trees", trees, MAX_TREES);
    require("leaves", leaves, MAX_LEAVES);
    require("seed", seed, Integer.MAX_VALUE);
  }

  private static void require(String name, int value, int max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "forest.%s must be between 1 and %d, was %d".formatted(name, max, value));
    }
  }
}
