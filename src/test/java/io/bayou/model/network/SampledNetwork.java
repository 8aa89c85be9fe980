package io.bayou.model.network;

import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.Features;
import io.bayou.model.Learner;
import io.bayou.model.Posterior;
import io.bayou.model.registry.Learners;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A network whose tables are all given: draws examples from it, and knows the best answers. */
final class SampledNetwork {
  private final ModelSpec spec;
  private final NetworkSpec network;
  private final Learner truth;
  private final List<String> order = new ArrayList<>();

  SampledNetwork(String yaml) {
    spec = SpecCodec.read("test", yaml);
    network = spec.network();
    truth = Learners.create(spec);
    while (order.size() < network.nodes().size()) {
      for (String node : network.nodes()) {
        if (!order.contains(node) && order.containsAll(network.parentsOf(node))) {
          order.add(node);
        }
      }
    }
  }

  /** The same network without its tables and with hidden nodes. */
  ModelSpec learnedWithout(String... hidden) {
    ModelSpec.Builder learned = spec.toBuilder();
    NodeTypes.of(spec).forEach(learned::feature);
    return learned
        .network(
            new NetworkSpec(
                network.className(),
                network.parents(),
                new TreeMap<>(),
                new TreeSet<>(List.of(hidden))))
        .build();
  }

  /** One value of every node. */
  SortedMap<String, String> draw(Random random) {
    SortedMap<String, String> drawn = new TreeMap<>();
    for (String node : order) {
      double left = random.nextDouble();
      SortedMap<String, Double> row = row(node, drawn);
      for (String value : row.keySet()) {
        left -= row.get(value);
        if (left < 0.0) {
          drawn.putIfAbsent(node, value);
        }
      }
      drawn.putIfAbsent(node, row.lastKey());
    }
    return drawn;
  }

  private SortedMap<String, Double> row(String node, SortedMap<String, String> values) {
    for (GivenTable.Row row : network.tables().get(node).rows()) {
      if (values.entrySet().containsAll(row.given().entrySet())) {
        return row.probabilities();
      }
    }
    throw new AssertionError("no row of " + node + " for " + values);
  }

  /** Learns so many examples. */
  Learner learned(ModelSpec model, int examples, long seed) {
    Learner learner = Learners.create(model);
    Random random = new Random(seed);
    for (int i = 0; i < examples; i++) {
      SortedMap<String, String> drawn = draw(random);
      learner.learn(
          features(drawn, node -> model.network().hidden().contains(node)),
          drawn.get(network.className()),
          1.0,
          0L);
    }
    return learner;
  }

  private Features features(SortedMap<String, String> values, Predicate<String> left) {
    SortedMap<String, FeatureSpec> types = NodeTypes.of(spec);
    Features features = new Features();
    values.forEach(
        (node, value) -> {
          if (!node.equals(network.className()) && !left.test(node)) {
            if (types.get(node).type() == FeatureType.BERNOULLI) {
              features.truth(node, Boolean.parseBoolean(value));
            } else {
              features.text(node, value);
            }
          }
        });
    return features;
  }

  /**
   * The expected log loss of a learner over the expected log loss of the network itself, over all
   * events that there are.
   */
  double excess(Learner learner) {
    double[] losses = new double[2];
    List<String> seen = new ArrayList<>(new NetworkShape(learner.spec()).nodes());
    seen.removeAll(learner.spec().network().hidden());
    add(learner, seen, new TreeMap<>(), losses);
    return losses[0] / losses[1];
  }

  private void add(
      Learner learner, List<String> open, SortedMap<String, String> values, double[] losses) {
    if (open.isEmpty()) {
      Features x = features(values, node -> false);
      Posterior expected = truth.predict(x);
      Posterior actual = learner.predict(x);
      double p = Math.exp(expected.logEvidence());
      for (int c = 0; c < expected.size(); c++) {
        double share = p * expected.probability(c);
        losses[0] -= share * Math.log(actual.probabilityOf(expected.label(c)));
        losses[1] -= share * Math.log(expected.probability(c));
      }
      return;
    }
    FeatureSpec type = NodeTypes.of(spec).get(open.get(0));
    List<String> domain =
        type.type() == FeatureType.BERNOULLI ? List.of("false", "true") : type.values();
    for (String value : domain) {
      values.put(open.get(0), value);
      add(learner, open.subList(1, open.size()), values, losses);
    }
    values.remove(open.get(0));
  }
}
