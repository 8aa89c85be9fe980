package io.bayou.model.discriminant;

import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.model.Description;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What a discriminant says of its classes, and what follows from that by the textbook. */
final class DescribedNormals implements Description {
  private final SortedMap<String, Double> weights = new TreeMap<>();
  private final SortedMap<String, Map<String, Double>> means = new TreeMap<>();
  private final SortedMap<String, double[][]> covariances = new TreeMap<>();
  private final Map<String, ToDoubleFunction<Map<String, Double>>> discriminants = new TreeMap<>();
  private String label = "";

  @Override
  public void beginClass(String name, long examples, double weight) {
    label = name;
    weights.put(label, weight);
    means.put(label, new LinkedHashMap<>());
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    means.get(label).put(feature, mean);
  }

  @Override
  public void covariance(List<String> features, double[][] covariance) {
    assertThat(features).containsExactlyElementsOf(means.get(label).keySet());
    covariances.put(label, covariance);
  }

  @Override
  public void discriminant(List<String> features, double[] coefficients, double constant) {
    discriminants.put(
        label,
        x -> {
          double sum = constant;
          for (int j = 0; j < coefficients.length; j++) {
            sum += coefficients[j] * x.get(features.get(j));
          }
          return sum;
        });
  }

  /** The linear discriminant of a class at a point. */
  double discriminant(String of, Map<String, Double> x) {
    return discriminants.get(of).applyAsDouble(x);
  }

  @Override
  public void tokens(String feature, double weight, int distinct, List<Token> telling) {
    throw new AssertionError("a discriminant has no texts, but " + feature);
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    throw new AssertionError("a discriminant has no categories, but " + feature);
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    throw new AssertionError("a discriminant has no weights, but " + feature);
  }

  Set<String> labels() {
    return weights.keySet();
  }

  Set<String> labelsWithCovariance() {
    return covariances.keySet();
  }

  /** Log of the class's share of the weight, times its normal density, at a point. */
  double logJoint(String of, Map<String, Double> x) {
    List<String> features = List.copyOf(means.get(of).keySet());
    int n = features.size();
    double[] deviations = new double[n];
    double[][] a = new double[n][n + 1];
    for (int i = 0; i < n; i++) {
      deviations[i] = x.get(features.get(i)) - means.get(of).get(features.get(i));
      System.arraycopy(covariances.get(of)[i], 0, a[i], 0, n);
      a[i][n] = deviations[i];
    }
    double logDeterminant = eliminate(a);
    double distance = 0.0;
    for (int i = 0; i < n; i++) {
      distance += deviations[i] * a[i][n];
    }
    double all = weights.values().stream().mapToDouble(weight -> weight).sum();
    return Math.log(weights.get(of) / all)
        - 0.5 * (distance + logDeterminant + n * Math.log(2.0 * Math.PI));
  }

  /* Gauss and Jordan: leaves the solution in the last column, returns the log determinant. A
   * covariance needs no pivoting. */
  private static double eliminate(double[][] a) {
    double logDeterminant = 0.0;
    for (int p = 0; p < a.length; p++) {
      double pivot = a[p][p];
      logDeterminant += Math.log(pivot);
      for (int k = p; k <= a.length; k++) {
        a[p][k] /= pivot;
      }
      for (int i = 0; i < a.length; i++) {
        double factor = a[i][p];
        for (int k = p; i != p && k <= a.length; k++) {
          a[i][k] -= factor * a[p][k];
        }
      }
    }
    return logDeterminant;
  }
}
