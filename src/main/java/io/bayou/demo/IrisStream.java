package io.bayou.demo;

import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Three kinds of iris with different sizes of their leaves; nothing drifts. Large flowers are large
 * in all respects, so the features are correlated.
 */
public final class IrisStream extends DemoStream {
  private static final List<String> FEATURES =
      List.of("sepal_length", "sepal_width", "petal_length", "petal_width");

  /** Means and standard deviations of the features, in centimetres. */
  private record Kind(String label, List<Double> means, List<Double> deviations) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("setosa", List.of(5.0, 3.4, 1.5, 0.25), List.of(0.35, 0.38, 0.17, 0.1)),
          new Kind("versicolor", List.of(5.9, 2.8, 4.3, 1.35), List.of(0.5, 0.3, 0.45, 0.2)),
          new Kind("virginica", List.of(6.6, 3.0, 5.5, 2.0), List.of(0.6, 0.32, 0.55, 0.27)));

  /* How much of the size of a leaf is the size of the whole flower. */
  private static final double SHARED = 0.8;

  private static final String EXAMPLE =
      "{\"sepal_length\":6.1,\"petal_length\":4.9,\"petal_width\":1.7}";

  public IrisStream(long seed) {
    super("iris", ModelSpec.of(LearnerKind.LDA), EXAMPLE, seed);
  }

  @Override
  Drawn draw(long index, SplittableRandom random) {
    Kind kind = KINDS.get(random.nextInt(KINDS.size()));
    double size = Draws.gaussian(random);
    Map<String, Object> features = new LinkedHashMap<>();
    for (int j = 0; j < FEATURES.size(); j++) {
      double noise = Draws.gaussian(random);
      double unit = SHARED * size + StrictMath.sqrt(1.0 - SHARED * SHARED) * noise;
      double value = kind.means.get(j) + kind.deviations.get(j) * unit;
      features.put(FEATURES.get(j), Math.max(0.1, Draws.tenths(value)));
    }
    return new Drawn(features, kind.label, "meadow");
  }
}
