package io.bayou.codec.spec;

import io.bayou.model.network.NetworkShape;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.Prior;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code network} and {@code class}: the arcs of a network. */
final class NetworkSection {
  private NetworkSection() {}

  static void requireNetwork(SpecNode root, LearnerKind learner) {
    if (learner == LearnerKind.BAYES_NET && !root.map().containsKey("network")) {
      throw root.fail("bayes-net needs 'network': a map from each node to the list of its parents");
    }
  }

  static void readClass(SpecNode value, ModelSpec.Builder spec) {
    spec.network(new NetworkSpec(value.text(), new TreeMap<>()));
  }

  static void read(SpecNode value, ModelSpec.Builder spec) {
    String className = spec.options().network().className();
    SortedMap<String, List<String>> parents = new TreeMap<>();
    value.map().forEach((node, names) -> parents.put(node, names(names)));
    spec.network(value.build(() -> new NetworkSpec(className, parents)));
  }

  private static List<String> names(SpecNode list) {
    return list.list().stream().map(SpecNode::text).toList();
  }

  /** Checks the network against the rest of the spec. */
  static void check(Map<String, SpecNode> entries, ModelSpec spec) {
    SpecNode network = entries.get("network");
    if (network == null) {
      return;
    }
    Set<String> known = new TreeSet<>(spec.features().keySet());
    known.addAll(spec.network().parents().keySet());
    known.add(spec.network().className());
    network.map().forEach((node, parents) -> checkNode(node, parents, known, spec));
    if (spec.learner() == LearnerKind.BAYES_NET) {
      allInNetwork(entries.get("features"), spec);
    }
    if (spec.network().classHasParents() && entries.containsKey("prior")) {
      checkPrior(entries.get("prior"), spec);
    }
    TableSection.check(entries, spec);
    network.build(() -> new NetworkShape(spec));
  }

  private static void checkPrior(SpecNode prior, ModelSpec spec) {
    if (!spec.prior().classes().isEmpty() || spec.prior() instanceof Prior.Uniform) {
      throw prior.fail(
          "prior must be dirichlet(alpha) or empirical where the class '%s' has parents"
              .formatted(spec.network().className()));
    }
  }

  private static void checkNode(String node, SpecNode parents, Set<String> known, ModelSpec spec) {
    checkUsed(node, parents, spec);
    for (SpecNode parent : parents.list()) {
      if (!known.contains(parent.text())) {
        String name = parent.text();
        String hint = SpecNode.hint(name, known, "a node without parents is '" + name + ": []'");
        throw parent.fail("unknown node '%s' in %s%s".formatted(name, parents.path(), hint));
      }
      checkUsed(parent.text(), parent, spec);
    }
    if (spec.learner() == LearnerKind.TAN && parents.list().size() > 1) {
      throw parents.fail(
          parents.path() + " may have one parent besides the class in tan, or use bayes-net");
    }
  }

  private static void checkUsed(String node, SpecNode place, ModelSpec spec) {
    FeatureSpec feature = spec.features().get(node);
    if (feature != null && feature.type() == FeatureType.IGNORE) {
      throw place.fail("'" + node + "' is in the network, but features ignores it");
    }
    if (node.equals(spec.network().className())) {
      if (spec.learner() == LearnerKind.TAN) {
        throw place.fail(
            "the class '" + node + "' is a parent of every feature in tan; leave it out");
      }
      if (feature != null) {
        throw place.fail("'" + node + "' is the class, so that features must not have it");
      }
    }
  }

  private static void allInNetwork(SpecNode features, ModelSpec spec) {
    Map<String, SpecNode> declared = features == null ? Map.of() : features.map();
    declared.forEach(
        (name, value) -> {
          boolean used = spec.features().get(name).type() != FeatureType.IGNORE;
          if (used && !spec.network().nodes().contains(name)) {
            throw value.fail(
                value.path() + " is not in the network; add it there, or make it ignore");
          }
        });
  }
}
