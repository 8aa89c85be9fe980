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
 * The types of the features of a network: declared by the spec, or implied by its tables. Values
 * that a table names exist from the start, like declared ones.
 */
public final class NodeTypes {
  private static final Set<String> BOOLEANS = Set.of("false", "true");

  private NodeTypes() {}

  /**
   * By name, every feature that is declared, in a table or hidden. A hidden node without values is
   * true or false.
   */
  public static SortedMap<String, FeatureSpec> of(ModelSpec spec) {
    SortedMap<String, FeatureSpec> types = new TreeMap<>(spec.countedFeatures());
    valuesInTables(spec.network())
        .forEach((node, values) -> types.put(node, withValues(values, types.get(node))));
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
                addAll(row.probabilities().keySet(), node, values);
                row.given().forEach((parent, value) -> addAll(Set.of(value), parent, values));
              }
            });
    values.remove(network.className());
    return values;
  }

  private static void addAll(
      Set<String> more, String node, SortedMap<String, SortedSet<String>> values) {
    values.computeIfAbsent(node, name -> new TreeSet<>()).addAll(more);
  }

  private static FeatureSpec withValues(SortedSet<String> values, FeatureSpec declared) {
    if (declared == null) {
      return BOOLEANS.containsAll(values)
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
