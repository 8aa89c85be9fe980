package io.bayou.model.discriminant;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;

/** Discriminant analysis: the numbers are jointly normal in each class. */
public final class DiscriminantAnalysis {
  private DiscriminantAnalysis() {}

  public static Learner create(ModelSpec spec) {
    return new BlockLearner(spec, () -> blocks(spec), new Refusals());
  }

  private static Blocks blocks(ModelSpec spec) {
    Block normal = new NormalBlock(spec);
    return new Blocks()
        .add(normal, FeatureType.GAUSSIAN)
        .accept(FeatureType.STUDENT_T, normal)
        .accept(FeatureType.BERNOULLI, normal);
  }
}
