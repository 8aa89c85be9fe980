package io.bayou.model.spec;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Intervals of numbers that are found in the data, for learners that count values: each holds
 * equally many of the numbers of its feature. Once found they stay, for counts by other intervals
 * would not add up.
 *
 * @param intervals how many a feature has at most
 * @param edges by feature; absent until they are found, and intervals go by magnitude
 */
public record AutoBins(int intervals, Optional<SortedMap<String, Bins>> edges) {
  /** Enough examples to find edges in, and few enough not to wait for long. */
  public static final int FIRST_EXAMPLES = 500;

  /** Not found yet. */
  public static final AutoBins DEFAULT = new AutoBins(10, Optional.empty());

  public AutoBins {
    if (intervals < 2 || intervals > Bins.MAX_EDGES + 1) {
      throw new IllegalArgumentException(
          "bins must have between 2 and %,d intervals, were %,d"
              .formatted(Bins.MAX_EDGES + 1, intervals));
    }
    edges = edges.map(found -> Collections.unmodifiableSortedMap(new TreeMap<>(found)));
  }

  /** With edges that were found. */
  public AutoBins with(SortedMap<String, Bins> found) {
    return new AutoBins(intervals, Optional.of(found));
  }

  /** Before edges were found. */
  public AutoBins withoutEdges() {
    return new AutoBins(intervals, Optional.empty());
  }

  /** Features of a spec with the edges that were found for their numbers. */
  SortedMap<String, FeatureSpec> refine(SortedMap<String, FeatureSpec> features) {
    SortedMap<String, FeatureSpec> refined = new TreeMap<>(features);
    edges.ifPresent(
        found ->
            found.forEach((name, bins) -> refined.merge(name, binned(bins), AutoBins::refined)));
    return refined;
  }

  private static FeatureSpec binned(Bins bins) {
    return FeatureSpec.of(FeatureType.BINNED).withBins(bins);
  }

  private static FeatureSpec refined(FeatureSpec declared, FeatureSpec found) {
    return switch (declared.type()) {
      case GAUSSIAN, STUDENT_T -> found;
      case BINNED ->
          declared.bins().isPresent() ? declared : declared.withBins(found.bins().orElseThrow());
      case BERNOULLI, CATEGORICAL, BINOMIAL, MULTINOMIAL, BERNOULLI_TEXT, IGNORE -> declared;
    };
  }
}
