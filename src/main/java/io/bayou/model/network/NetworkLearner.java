package io.bayou.model.network;

import io.bayou.model.Features;
import io.bayou.model.Posterior;
import io.bayou.model.QueryableLearner;
import io.bayou.model.Refusals;
import io.bayou.model.learner.Block;
import io.bayou.model.learner.BlockLearner;
import io.bayou.model.learner.Blocks;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.util.SortedSet;
import java.util.function.Supplier;

/** A Bayesian network over discrete features and the class. */
public final class NetworkLearner extends BlockLearner implements QueryableLearner {
  public NetworkLearner(ModelSpec spec) {
    this(spec, () -> structure(spec));
  }

  NetworkLearner(ModelSpec spec, Supplier<NetworkStructure> structure) {
    this(spec, structure, new Refusals());
  }

  private NetworkLearner(ModelSpec spec, Supplier<NetworkStructure> structure, Refusals refusals) {
    super(spec, () -> blocks(spec, structure.get(), refusals), refusals);
  }

  private static NetworkStructure structure(ModelSpec spec) {
    boolean tree = spec.learner() == LearnerKind.TAN && spec.network().isEmpty();
    return tree ? new TreeStructure(spec) : new GivenStructure(spec);
  }

  private static Blocks blocks(ModelSpec spec, NetworkStructure structure, Refusals refusals) {
    Block network = new NetworkBlock(spec, structure, refusals);
    Blocks blocks =
        new Blocks()
            .add(network, FeatureType.CATEGORICAL)
            .accept(FeatureType.GAUSSIAN, network)
            .accept(FeatureType.BINNED, network)
            .accept(FeatureType.BERNOULLI, network)
            .use(structure::usesFeature);
    return spec.network().isOpenFromTheStart() ? blocks.open(features(spec)) : blocks;
  }

  private static SortedSet<String> features(ModelSpec spec) {
    SortedSet<String> features = spec.network().nodes();
    features.remove(spec.network().className());
    return features;
  }

  @Override
  public void query(String node, Features x, String label, Posterior answer) {
    String className = spec().network().className();
    if (!knowsClasses() || node.equals(className)) {
      predict(x, answer);
    } else if (!queryColumn(node, x, label, answer)) {
      SortedSet<String> nodes = columns();
      nodes.add(className);
      throw new IllegalArgumentException(
          "%s has no node '%s' that could be asked for; it has %s"
              .formatted(spec().learner().key(), node, nodes));
    }
  }
}
