package io.bayou.model.learner;

import io.bayou.model.Example;
import io.bayou.model.Features;
import io.bayou.model.spec.AutoBins;
import io.bayou.model.spec.Bins;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.stat.NumberCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Finds the edges of {@code bins: auto} in labeled events: where the quantiles of each numeric
 * feature are. Finders of parts of a log add up to that of the whole, whatever the parts.
 */
public final class EdgeFinder {
  private final ModelSpec spec;
  private final NavigableMap<String, NumberCounts> features = new TreeMap<>();

  /**
   * @param spec says which features are numbers
   */
  public EdgeFinder(ModelSpec spec) {
    this.spec = spec;
  }

  /** Counts the numbers of an event. One that corrects another was counted when it first came. */
  public void add(Example example) {
    if (example.label() == null || example.correctionOf() != null) {
      return;
    }
    Features x = example.features();
    for (int i = 0; i < x.size(); i++) {
      double number = numberOf(x, i);
      if (!Double.isNaN(number)) {
        counts(x.name(i)).add(number);
        dropSurplus();
      }
    }
  }

  private double numberOf(Features x, int i) {
    FeatureSpec declared = spec.features().get(x.name(i));
    if (declared == null) {
      return x.usableNumber(i);
    }
    return isSought(declared) ? x.numeric(i) : Double.NaN;
  }

  private static boolean isSought(FeatureSpec declared) {
    return declared.type().isNumeric()
        && declared.type() != FeatureType.BINOMIAL
        && declared.bins().isEmpty();
  }

  private NumberCounts counts(String name) {
    return features.computeIfAbsent(name, n -> new NumberCounts());
  }

  /* The first by name are kept: they are the same whatever the order of events. */
  private void dropSurplus() {
    while (features.size() > spec.limits().features()) {
      features.pollLastEntry();
    }
  }

  /** Adds what another finder of the same spec has counted. */
  public void merge(EdgeFinder other) {
    other.features.forEach((name, counts) -> counts(name).merge(counts));
    dropSurplus();
  }

  /** Whether there were no numbers. */
  public boolean isEmpty() {
    return features.isEmpty();
  }

  /** The spec with edges for every feature that had two different numbers or more. */
  public ModelSpec found() {
    AutoBins bins = spec.bins().orElseThrow();
    NavigableMap<String, Bins> edges = new TreeMap<>();
    features.forEach(
        (name, counts) -> {
          List<Double> distinct = distinct(counts.edges(bins.intervals()));
          if (!distinct.isEmpty()) {
            edges.put(name, new Bins(distinct));
          }
        });
    return spec.toBuilder().bins(bins.with(edges)).build();
  }

  /* Intervals are named by their edges. */
  private static List<Double> distinct(List<Double> edges) {
    List<Double> distinct = new ArrayList<>();
    String before = "";
    for (double edge : edges) {
      String text = Bins.text(edge);
      if (!text.equals(before)) {
        distinct.add(edge);
      }
      before = text;
    }
    return distinct;
  }
}
