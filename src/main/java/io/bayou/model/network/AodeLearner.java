package io.bayou.model.network;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;

/** Averaged one-dependence estimators. */
public final class AodeLearner {
  private AodeLearner() {}

  /** An empty learner. */
  public static Learner create(ModelSpec spec) {
    Refusals refusals = new Refusals();
    return new BlockLearner(spec, () -> blocks(spec, refusals), refusals);
  }

  private static Blocks blocks(ModelSpec spec, Refusals refusals) {
    Block pairs = new AodeBlock(spec, refusals);
    return new Blocks()
        .add(pairs, FeatureType.CATEGORICAL)
        .accept(FeatureType.GAUSSIAN, pairs)
        .accept(FeatureType.BINNED, pairs)
        .accept(FeatureType.BERNOULLI, pairs);
  }
}
