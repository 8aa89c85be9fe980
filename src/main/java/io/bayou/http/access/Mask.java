package io.bayou.http.access;

import io.bayou.model.Description;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which features have values that must not be shown. */
public final class Mask implements Predicate<String> {
  public static final Mask NONE = new Mask(List.of());

  /* Null if nothing is masked. */
  private final Pattern names;

  /**
   * @param names of features; '*' stands for any characters
   */
  public Mask(List<String> names) {
    this.names =
        names.isEmpty()
            ? null
            : Pattern.compile(
                names.stream()
                    .map(name -> "\\Q" + name.replace("*", "\\E.*\\Q") + "\\E")
                    .collect(Collectors.joining("|")),
                Pattern.DOTALL);
  }

  @Override
  public boolean test(String feature) {
    return names != null && names.matcher(feature).matches();
  }

  /** Whether everything may be shown. */
  public boolean isNone() {
    return names == null;
  }

  /** Passes a description on without the values and tokens of masked features. */
  public Description over(Description out) {
    return names == null ? out : new Masked(this, out);
  }

  private record Masked(Mask mask, Description out) implements Description {
    @Override
    public void parents(String feature, List<String> parents) {
      out.parents(feature, parents);
    }

    @Override
    public void beginClass(String label, long examples, double weight) {
      out.beginClass(label, examples, weight);
    }

    @Override
    public void share(double weight, double total) {
      out.share(weight, total);
    }

    @Override
    public void number(String feature, double weight, double mean, double variance) {
      out.number(feature, weight, mean, variance);
    }

    @Override
    public void covariance(List<String> features, double[][] covariance) {
      out.covariance(features, covariance);
    }

    @Override
    public void discriminant(List<String> features, double[] coefficients, double constant) {
      out.discriminant(features, coefficients, constant);
    }

    @Override
    public void tokens(String feature, double weight, int distinct, List<Token> telling) {
      out.tokens(feature, weight, distinct, mask.test(feature) ? List.of() : telling);
    }

    @Override
    public void values(String feature, double weight, SortedMap<String, Double> counts) {
      out.values(feature, weight, mask.test(feature) ? new TreeMap<>() : counts);
    }

    @Override
    public void weight(String feature, String value, double mean, double deviation) {
      if (value.isEmpty() || !mask.test(feature)) {
        out.weight(feature, value, mean, deviation);
      }
    }
  }
}
