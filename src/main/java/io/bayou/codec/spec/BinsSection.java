package io.bayou.codec.spec;

import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.Bins;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code bins}: the word {@code auto}; or a map of {@code auto}, the number of intervals, and
 * {@code edges} by feature, once they are found.
 */
final class BinsSection {
  private static final String AUTO = "auto";
  private static final String EDGES = "edges";

  private BinsSection() {}

  static AutoBins read(SpecNode value) {
    if (!value.isMap()) {
      if (value.text().equals(AUTO)) {
        return AutoBins.DEFAULT;
      }
      throw value.mustBe("auto, or a map such as {auto: 10}");
    }
    SpecFields fields = SpecFields.of(value, AUTO, EDGES);
    int intervals = fields.require(AUTO).count();
    AutoBins bins = value.build(() -> new AutoBins(intervals, AutoBins.DEFAULT.edges()));
    return fields.get(EDGES).map(edges -> bins.with(edges(edges))).orElse(bins);
  }

  private static SortedMap<String, Bins> edges(SpecNode value) {
    SortedMap<String, Bins> edges = new TreeMap<>();
    value.map().forEach((feature, node) -> edges.put(feature, FeatureSection.edges(node)));
    return edges;
  }

  static Object write(AutoBins bins) {
    if (bins.equals(AutoBins.DEFAULT)) {
      return AUTO;
    }
    Map<String, Object> tree = new TreeMap<>();
    tree.put(AUTO, bins.intervals());
    bins.edges().ifPresent(edges -> tree.put(EDGES, write(edges)));
    return tree;
  }

  private static Object write(SortedMap<String, Bins> edges) {
    Map<String, Object> tree = new TreeMap<>();
    edges.forEach((feature, bins) -> tree.put(feature, bins.edges()));
    return tree;
  }
}
