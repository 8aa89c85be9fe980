package io.bayou.model.learner;

import io.bayou.model.Description;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Describes a class whose statistics count only a share of their weight by now. */
record FadedDescription(Description to, double factor) implements Description {
  @Override
  public void parents(String feature, List<String> parents) {
    to.parents(feature, parents);
  }

  @Override
  public void beginClass(String label, long examples, double weight) {
    to.beginClass(label, examples, weight * factor);
  }

  @Override
  public void share(double weight, double total) {
    to.share(weight, total);
  }

  @Override
  public void number(String feature, double weight, double mean, double variance) {
    to.number(feature, weight * factor, mean, variance);
  }

  @Override
  public void covariance(List<String> features, double[][] covariance) {
    to.covariance(features, covariance);
  }

  @Override
  public void discriminant(List<String> features, double[] coefficients, double constant) {
    to.discriminant(features, coefficients, constant);
  }

  @Override
  public void tokens(String feature, double weight, int distinct, List<Token> telling) {
    List<Token> faded =
        telling.stream()
            .map(t -> new Token(t.token(), t.count() * factor, t.logOdds(), t.deviation()))
            .toList();
    to.tokens(feature, weight * factor, distinct, faded);
  }

  @Override
  public void values(String feature, double weight, SortedMap<String, Double> counts) {
    SortedMap<String, Double> faded = new TreeMap<>();
    counts.forEach((value, count) -> faded.put(value, count * factor));
    to.values(feature, weight * factor, faded);
  }

  @Override
  public void weight(String feature, String value, double mean, double deviation) {
    to.weight(feature, value, mean, deviation);
  }
}
