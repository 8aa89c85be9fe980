package io.bayou.model.spec;

import static io.bayou.model.spec.FeatureType.BERNOULLI;
import static io.bayou.model.spec.FeatureType.BERNOULLI_TEXT;
import static io.bayou.model.spec.FeatureType.BINNED;
import static io.bayou.model.spec.FeatureType.BINOMIAL;
import static io.bayou.model.spec.FeatureType.CATEGORICAL;
import static io.bayou.model.spec.FeatureType.GAUSSIAN;
import static io.bayou.model.spec.FeatureType.IGNORE;
import static io.bayou.model.spec.FeatureType.MULTINOMIAL;
import static io.bayou.model.spec.FeatureType.STUDENT_T;

import java.util.List;
import java.util.Locale;

/** The classifiers to choose from, and the types of features that each of them takes. */
public enum LearnerKind {
  NAIVE_BAYES,
  LDA,
  QDA,
  RDA,
  BAYES_NET,
  TAN,
  /** Averaged one-dependence estimators: each feature in turn is a parent of all others. */
  AODE,
  LOGISTIC,
  /** Trees that cut where hashes decide: their counts are sums. */
  FOREST,
  /** Predicts the most frequent class so far, whatever the features: a baseline. */
  MAJORITY,
  /** Repeats the previous label, whatever the features: a baseline. */
  NO_CHANGE,
  /** Several learners, each weighted by how probable it found the labels so far. */
  AVERAGE;

  /** The name used in specs: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The types that a spec of this learner may declare. */
  public List<FeatureType> declarable() {
    return switch (this) {
      case NAIVE_BAYES, MAJORITY, NO_CHANGE, AVERAGE -> List.of(FeatureType.values());
      case LDA, QDA, RDA -> List.of(GAUSSIAN, IGNORE);
      case BAYES_NET, TAN, AODE -> List.of(BINNED, BERNOULLI, CATEGORICAL, IGNORE);
      case FOREST -> List.of(GAUSSIAN, BINNED, BERNOULLI, CATEGORICAL, IGNORE);
      case LOGISTIC ->
          List.of(GAUSSIAN, BERNOULLI, CATEGORICAL, MULTINOMIAL, BERNOULLI_TEXT, IGNORE);
    };
  }

  /* Types that are learned if they are inferred, or if an average declares them for its members. */
  private List<FeatureType> adopted() {
    return switch (this) {
      case LDA, QDA, RDA -> List.of(STUDENT_T, BERNOULLI);
      case BAYES_NET, TAN, AODE -> List.of(GAUSSIAN);
      case LOGISTIC -> List.of(STUDENT_T, BINNED, BINOMIAL);
      case FOREST -> List.of(STUDENT_T, BINOMIAL);
      case NAIVE_BAYES, MAJORITY, NO_CHANGE, AVERAGE -> List.of();
    };
  }

  /** Whether features of a type are learned, declared or not; for an average, by a member. */
  public boolean learns(FeatureType type) {
    boolean baseline = this == MAJORITY || this == NO_CHANGE;
    return !baseline && type != IGNORE && (declarable().contains(type) || adopted().contains(type));
  }
}
