package io.bayou.codec.spec;

import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import io.bayou.model.spec.TextSpec;
import io.bayou.model.spec.Unknown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/** Draws what is special about the specs of Bayesian networks. */
public final class RandomNetworks {
  private RandomNetworks() {}

  /** Adds features of these names and a network over some or all of them. */
  public static void add(
      ModelSpec.Builder spec,
      LearnerKind learner,
      Collection<String> names,
      RandomGenerator random) {
    boolean tree = learner == LearnerKind.TAN;
    String className = tree || random.nextBoolean() ? NetworkSpec.DEFAULT_CLASS : "the class";
    SortedMap<String, List<String>> parents = new TreeMap<>();
    List<String> before = new ArrayList<>();
    SortedMap<String, FeatureSpec> features = new TreeMap<>();
    for (String name : names) {
      features.put(name, feature(random));
      spec.feature(name, features.get(name));
      parents.put(name, some(before, tree ? 1 : 3, random));
      before.add(name);
      if (!tree && random.nextInt(3) == 0 && !before.contains(className)) {
        parents.put(className, some(before, 2, random));
        before.add(className);
      }
    }
    NetworkSpec arcs = new NetworkSpec(className, parents);
    if (!tree) {
      spec.network(withTables(arcs, features, random));
    } else if (random.nextBoolean()) {
      spec.network(arcs);
    }
    spec.unknown(random.nextBoolean() ? Unknown.NONE : Unknown.RESERVE);
  }

  private static NetworkSpec withTables(
      NetworkSpec arcs, SortedMap<String, FeatureSpec> features, RandomGenerator random) {
    SortedMap<String, GivenTable> tables = new TreeMap<>();
    SortedSet<String> hidden = new TreeSet<>();
    features.forEach(
        (node, feature) -> {
          boolean discrete = feature.type() != FeatureType.BINNED;
          if (discrete && random.nextInt(4) == 0) {
            hidden.add(node);
          }
          List<String> parents = arcs.parentsOf(node);
          boolean writable =
              parents.stream()
                  .allMatch(
                      parent ->
                          parent.equals(parent.strip())
                              && (parent.equals(arcs.className())
                                  || features.get(parent).type() == FeatureType.BERNOULLI));
          if (discrete && writable && random.nextBoolean()) {
            tables.put(node, table(parents, feature.type(), random));
          }
        });
    return new NetworkSpec(arcs.className(), arcs.parents(), tables, hidden);
  }

  private static GivenTable table(List<String> parents, FeatureType type, RandomGenerator random) {
    SortedMap<String, String> given = new TreeMap<>();
    parents.forEach(parent -> given.put(parent, random.nextBoolean() ? "true" : "false"));
    double share = random.nextDouble();
    boolean truth = type == FeatureType.BERNOULLI;
    SortedMap<String, Double> probabilities = new TreeMap<>();
    probabilities.put(truth ? "true" : "x, y", share);
    probabilities.put(truth ? "false" : "=", 1.0 - share);
    double strength = random.nextBoolean() ? GivenTable.FIXED : random.nextDouble(1e-9, 1e9);
    return new GivenTable(strength, List.of(new GivenTable.Row(given, probabilities)));
  }

  private static List<String> some(List<String> of, int most, RandomGenerator random) {
    return random
        .ints(0, Math.max(1, of.size()))
        .distinct()
        .limit(Math.min(random.nextInt(most + 1), of.size()))
        .mapToObj(of::get)
        .toList();
  }

  private static FeatureSpec feature(RandomGenerator random) {
    return switch (random.nextInt(4)) {
      case 0 -> FeatureSpec.of(FeatureType.BERNOULLI);
      case 1 -> FeatureSpec.of(FeatureType.BINNED);
      case 2 -> new FeatureSpec(FeatureType.CATEGORICAL, List.of("x", " "), Optional.empty());
      default ->
          new FeatureSpec(
              FeatureType.BINNED,
              List.of(),
              Optional.empty(),
              TextSpec.DEFAULT,
              Optional.of(Bins.equalWidth(random.nextGaussian() - 9.0, 9.0, random.nextInt(1, 9))),
              Optional.empty(),
              0);
    };
  }
}
