package io.bayou.model;

import java.util.List;
import java.util.SortedMap;

/** Receives the state of a learner, class by class, in a form that people understand. */
public interface Description {
  /** The features that one depends on besides the class; before any class. */
  default void parents(String feature, List<String> parents) {}

  /** The class that the following features belong to. */
  void beginClass(String label, long examples, double weight);

  /** The share of the current class in the decayed weight of all examples. */
  default void share(double weight, double total) {}

  /** A number: its weight, mean and variance in the class. */
  void number(String feature, double weight, double mean, double variance);

  /**
   * The covariance of the numbers in the class, before any ridge. Comes after the numbers, and only
   * if there are few.
   *
   * @param covariance a row for each of the features, in their order
   */
  default void covariance(List<String> features, double[][] covariance) {}

  /**
   * The linear discriminant of the class: the class with the largest sum of coefficient times
   * value, plus the constant, is the most probable one. After the numbers, and only where they are
   * few and all classes have one covariance.
   *
   * @param constant with the logarithm of the class's prior
   */
  default void discriminant(List<String> features, double[] coefficients, double constant) {}

  /**
   * A text: the tokens with the most evidence for the class.
   *
   * @param weight how many tokens the class has seen, or how many texts where only presence counts;
   *     in a regression the texts of all classes
   * @param distinct how many different tokens it holds
   * @param telling some of them, the most telling first
   */
  void tokens(String feature, double weight, int distinct, List<Token> telling);

  /**
   * A token of a text.
   *
   * @param logOdds of finding it in the class rather than in the others; in a regression its
   *     weight, which is what a text of nothing else adds to the logit of the class
   * @param deviation the standard deviation of a regression weight; NaN where tokens are counted
   */
  record Token(String token, double count, double logOdds, double deviation) {
    public Token(String token, double count, double logOdds) {
      this(token, count, logOdds, Double.NaN);
    }

    /** Whether it has a weight, and not a share of the class's tokens. */
    public boolean isWeighed() {
      return !Double.isNaN(deviation);
    }
  }

  /** A discrete feature: how often each value occurred in the class. */
  void values(String feature, double weight, SortedMap<String, Double> counts);

  /**
   * A weight of a regression: its mean and standard deviation.
   *
   * @param feature empty for the intercept
   * @param value the category it belongs to; empty where the feature has one weight
   */
  void weight(String feature, String value, double mean, double deviation);
}
