package io.bayou.model.network;

import io.bayou.model.Learner;
import io.bayou.model.Refusals;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.SortedSet;

/** A Bayesian network: discrete features that depend on one another and on the class. */
public final class BayesianNetwork {
  private BayesianNetwork() {}

  /** An empty learner. */
  public static Learner create(ModelSpec spec) {
    Refusals refusals = new Refusals();
    return new BlockLearner(spec, () -> blocks(spec, structure(spec), refusals), refusals);
  }

  private static NetworkStructure structure(ModelSpec spec) {
    boolean tree = spec.learner() == LearnerKind.TAN && spec.network().isEmpty();
    return tree ? new TreeStructure(spec) : new GivenStructure(spec);
  }

  static Blocks blocks(ModelSpec spec, NetworkStructure structure, Refusals refusals) {
    Block network = new NetworkBlock(spec, structure, refusals);
    Blocks blocks =
        new Blocks()
            .add(network, FeatureType.CATEGORICAL)
            .accept(FeatureType.GAUSSIAN, network)
            .accept(FeatureType.BINNED, network)
            .accept(FeatureType.BERNOULLI, network)
            .use(structure::uses);
    return spec.network().isOpenFromTheStart() ? blocks.open(features(spec)) : blocks;
  }

  private static SortedSet<String> features(ModelSpec spec) {
    SortedSet<String> features = spec.network().nodes();
    features.remove(spec.network().className());
    return features;
  }
}
