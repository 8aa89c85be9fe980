package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * How one feature is modeled.
 *
 * @param values the declared values of a categorical feature or tokens of a text; empty: those that
 *     are seen
 * @param normalPrior the prior of a student-t feature; absent: one pseudo-observation drawn from
 *     the feature's distribution over all classes
 * @param text how a text becomes tokens; the default for other features
 * @param bins the intervals of a binned feature; absent: by magnitude
 * @param smoothing the pseudo-counts of this feature; absent: those of the model
 * @param trials the number of trials of a binomial feature; 0 for other features
 */
public record FeatureSpec(
    FeatureType type,
    List<String> values,
    Optional<NormalPrior> normalPrior,
    TextSpec text,
    Optional<Bins> bins,
    Optional<Smoothing> smoothing,
    int trials) {
  public static final int MAX_TRIALS = 1_000_000;

  public FeatureSpec {
    requireNonNull(type, "type");
    values = List.copyOf(values);
    requireNonNull(normalPrior, "normalPrior");
    if (type != FeatureType.MULTINOMIAL && text.variant() != TextSpec.Variant.STANDARD) {
      throw new IllegalArgumentException("variant is for multinomial features");
    }
    requireNonNull(bins, "bins");
    if (text.hash().isPresent() && !values.isEmpty()) {
      throw new IllegalArgumentException("values mean nothing where tokens are hashed");
    }
    if (type == FeatureType.BINOMIAL ? trials < 1 || trials > MAX_TRIALS : trials != 0) {
      throw new IllegalArgumentException(
          "a binomial feature, and no other, has n trials, from 1 to 1,000,000; was " + trials);
    }
    if (smoothing.isPresent()) {
      String objection =
          type.hasCells()
              ? objection(smoothing.get(), type, text, bins)
              : "smoothing is not for " + type.key() + " features";
      if (!objection.isEmpty()) {
        throw new IllegalArgumentException(objection);
      }
    }
  }

  private static String objection(
      Smoothing smoothing, FeatureType type, TextSpec text, Optional<Bins> bins) {
    String toType = smoothing.objection(type, text);
    return toType.isEmpty()
        ? bins.map(given -> given.objectionTo(smoothing.values())).orElse("")
        : toType;
  }

  /** Why a smoothing does not fit this feature, as an error message; empty if it fits. */
  public String objectionTo(Smoothing rule) {
    return objection(rule, type, text, bins);
  }

  public FeatureSpec(
      FeatureType type, List<String> values, Optional<NormalPrior> normalPrior, TextSpec text) {
    this(type, values, normalPrior, text, Optional.empty(), Optional.empty(), 0);
  }

  public FeatureSpec(FeatureType type, List<String> values, Optional<NormalPrior> normalPrior) {
    this(type, values, normalPrior, TextSpec.DEFAULT);
  }

  /** The same feature with other declared values. */
  public FeatureSpec withValues(List<String> others) {
    return new FeatureSpec(type, others, normalPrior, text, bins, smoothing, trials);
  }

  /** The same feature with intervals. */
  public FeatureSpec withBins(Bins intervals) {
    return new FeatureSpec(
        type, values, normalPrior, text, Optional.of(intervals), smoothing, trials);
  }

  public static FeatureSpec of(FeatureType type) {
    return new FeatureSpec(type, List.of(), Optional.empty());
  }
}
