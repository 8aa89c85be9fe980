package io.bayou.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * How one feature is modelled.
 *
 * @param values the declared values of a categorical feature or tokens of a text; empty: whatever
 *     is seen
 * @param normalPrior the prior of a student-t feature; absent: one pseudo-observation drawn from
 *     the feature's distribution over all classes
 * @param text how a text is read; the default for other features
 * @param bins the intervals of a binned feature; absent: by magnitude
 */
public record FeatureSpec(
    FeatureType type,
    List<String> values,
    Optional<NormalPrior> normalPrior,
    TextSpec text,
    Optional<Bins> bins) {
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
  }

  public FeatureSpec(
      FeatureType type, List<String> values, Optional<NormalPrior> normalPrior, TextSpec text) {
    this(type, values, normalPrior, text, Optional.empty());
  }

  public FeatureSpec(FeatureType type, List<String> values, Optional<NormalPrior> normalPrior) {
    this(type, values, normalPrior, TextSpec.DEFAULT);
  }

  /** The same feature with other declared values. */
  public FeatureSpec withValues(List<String> others) {
    return new FeatureSpec(type, others, normalPrior, text, bins);
  }

  public static FeatureSpec of(FeatureType type) {
    return new FeatureSpec(type, List.of(), Optional.empty());
  }
}
