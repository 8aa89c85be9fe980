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
  NAIVE_BAYES(List.of(FeatureType.values()), List.of()),
  LDA(List.of(GAUSSIAN, IGNORE), List.of(STUDENT_T, BERNOULLI)),
  QDA(LDA),
  RDA(LDA),
  BAYES_NET(List.of(BINNED, BERNOULLI, CATEGORICAL, IGNORE), List.of(GAUSSIAN)),
  TAN(BAYES_NET),
  LOGISTIC(
      List.of(GAUSSIAN, BERNOULLI, CATEGORICAL, MULTINOMIAL, BERNOULLI_TEXT, IGNORE),
      List.of(STUDENT_T, BINNED, BINOMIAL)),
  /** Predicts the most frequent class so far, whatever the features: a baseline. */
  MAJORITY(List.of(FeatureType.values()), List.of()),
  /** Repeats the previous label, whatever the features: a baseline. */
  NO_CHANGE(MAJORITY),
  /** Several learners, each weighted by how probable it found the labels so far. */
  AVERAGE(List.of(FeatureType.values()), List.of());

  private final List<FeatureType> declarable;
  private final List<FeatureType> adopted;

  LearnerKind(List<FeatureType> declarable, List<FeatureType> adopted) {
    this.declarable = declarable;
    this.adopted = adopted;
  }

  LearnerKind(LearnerKind like) {
    this(like.declarable, like.adopted);
  }

  /** The name used in specs: lower case with hyphens. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The types that a spec of this learner may declare. */
  public List<FeatureType> declarable() {
    return declarable;
  }

  /**
   * Whether features of a type are learned, by themselves or by a member. Besides the types that a
   * spec may declare, these are types that are inferred or that an average declares for all its
   * members.
   */
  public boolean learns(FeatureType type) {
    boolean baseline = this == MAJORITY || this == NO_CHANGE;
    return !baseline && type != IGNORE && (declarable.contains(type) || adopted.contains(type));
  }
}
