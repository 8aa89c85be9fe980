package io.bayou.model.network;

import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.GivenTable;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.NetworkSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How the features of a network are modelled: as the spec declares them, or as its tables show. The
 * values that a table names exist from the start, as if they were declared.
 */
public final class NodeTypes {
  private static final Set<String> TRUTH = Set.of("false", "true");

  private NodeTypes() {}

  /**
   * By name, every feature that is declared, whose values a table names, or that is hidden: about
   * such a node nothing is known but that it is there or not.
   */
  public static SortedMap<String, FeatureSpec> of(ModelSpec spec) {
    SortedMap<String, FeatureSpec> types = new TreeMap<>(spec.features());
    valuesInTables(spec.network())
        .forEach((node, values) -> types.put(node, with(values, types.get(node))));
    for (String node : spec.network().hidden()) {
      types.putIfAbsent(node, FeatureSpec.of(FeatureType.BERNOULLI));
    }
    return types;
  }

  /** By feature, the values that the tables name. */
  public static SortedMap<String, SortedSet<String>> valuesInTables(NetworkSpec network) {
    SortedMap<String, SortedSet<String>> values = new TreeMap<>();
    network
        .tables()
        .forEach(
            (node, table) -> {
              for (GivenTable.Row row : table.rows()) {
                of(node, values).addAll(row.probabilities().keySet());
                row.given().forEach((parent, value) -> of(parent, values).add(value));
              }
            });
    values.remove(network.className());
    return values;
  }

  private static SortedSet<String> of(String node, SortedMap<String, SortedSet<String>> values) {
    return values.computeIfAbsent(node, name -> new TreeSet<>());
  }

  private static FeatureSpec with(SortedSet<String> values, FeatureSpec declared) {
    if (declared == null) {
      return TRUTH.containsAll(values)
          ? FeatureSpec.of(FeatureType.BERNOULLI)
          : FeatureSpec.of(FeatureType.CATEGORICAL).withValues(List.copyOf(values));
    }
    if (declared.type() != FeatureType.CATEGORICAL) {
      return declared;
    }
    Set<String> all = new LinkedHashSet<>(declared.values());
    all.addAll(values);
    return declared.withValues(List.copyOf(all));
  }
}
