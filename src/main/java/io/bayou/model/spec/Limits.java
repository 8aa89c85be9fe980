package io.bayou.model.spec;

import java.util.List;

/** Bounds on the size of a model; what exceeds them is left out and counted. */
public record Limits(int classes, int features, int categories, int tokens) {
  public static final Limits DEFAULT = new Limits(1_000, 1_000, 10_000, 200_000);

  public Limits {
    if (classes < 1 || features < 1 || categories < 1 || tokens < 1) {
      throw new IllegalArgumentException(
          "limits must be at least 1, were " + List.of(classes, features, categories, tokens));
    }
  }
}
