package io.bayou.codec.spec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.model.network.NetworkShape;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.Prior;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code network} and {@code class}: which nodes of a network depend on which. */
final class NetworkSection {
  private NetworkSection() {}

  /** Reads the keys of a network, each of which may be absent. */
  static void read(Map<String, SpecNode> entries, ModelSpec.Builder spec) {
    SpecNode className = entries.get("class");
    SpecNode network = entries.get("network");
    String name = className == null ? NetworkSpec.DEFAULT_CLASS : className.text();
    SortedMap<String, List<String>> parents = new TreeMap<>();
    if (network != null) {
      network.map().forEach((node, of) -> parents.put(node, names(of)));
    }
    SpecNode place = network == null ? className : network;
    if (place != null) {
      NetworkSpec arcs = place.build(() -> new NetworkSpec(name, parents));
      spec.network(network == null ? arcs : withTables(arcs, entries));
    }
  }

  private static NetworkSpec withTables(NetworkSpec arcs, Map<String, SpecNode> entries) {
    SpecNode tables = entries.get("tables");
    SpecNode hidden = entries.get("hidden");
    return new NetworkSpec(
        arcs.className(),
        arcs.parents(),
        tables == null ? new TreeMap<>() : TableSection.read(tables, arcs),
        hidden == null ? new TreeSet<>() : TableSection.readHidden(hidden, arcs));
  }

  private static List<String> names(SpecNode list) {
    return list.list().stream().map(SpecNode::text).toList();
  }

  /** Holds the network against the rest of the spec. */
  static void check(SpecNode root, ModelSpec spec) {
    Map<String, SpecNode> entries = root.map();
    SpecNode network = entries.get("network");
    if (network == null) {
      if (spec.learner() == LearnerKind.BAYES_NET) {
        throw root.fail(
            "bayes-net needs 'network': a map from each node to the list of its parents");
      }
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
          "prior must be dirichlet(alpha) or empirical where the class '"
              + spec.network().className()
              + "' has parents");
    }
  }

  private static void checkNode(String node, SpecNode parents, Set<String> known, ModelSpec spec) {
    checkUsed(node, parents, spec);
    for (SpecNode parent : parents.list()) {
      if (!known.contains(parent.text())) {
        String hint = SpecNode.hint(parent.text(), known);
        throw parent.fail(
            "unknown node '"
                + parent.text()
                + "' in "
                + parents.path()
                + (hint.isEmpty()
                    ? "; a node without parents is '" + parent.text() + ": []'"
                    : hint));
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

  static void writeClass(NetworkSpec network, JsonGenerator out) throws IOException {
    if (!network.className().equals(NetworkSpec.DEFAULT_CLASS)) {
      out.writeStringField("class", network.className());
    }
  }

  static void write(NetworkSpec network, JsonGenerator out) throws IOException {
    if (network.isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("network");
    for (Map.Entry<String, List<String>> node : network.parents().entrySet()) {
      out.writeArrayFieldStart(node.getKey());
      for (String parent : node.getValue()) {
        out.writeString(parent);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }
}
