package io.bayou.model.naive;

import io.bayou.model.ClassScores;
import io.bayou.model.Fit;
import io.bayou.model.ScoringForm;
import io.bayou.model.learner.Addend;
import io.bayou.model.learner.CellProbability;
import io.bayou.model.spec.FeatureSpec;
import io.bayou.model.spec.FeatureType;
import io.bayou.model.spec.ModelSpec;
import io.bayou.model.spec.TextSpec.Variant;
import io.bayou.model.text.Document;

/** From the counts of tokens to the score of a document in a class. */
interface TokenLikelihood {
  /**
   * Prepares for scoring after counts changed.
   *
   * @param factors by class, the decay of its counts
   */
  void refresh(double[] factors);

  /** Scratch space to score one document at a time. */
  interface Scorer {
    /** Prepares for the document as it is now. */
    default void begin() {}

    /** The contribution of the known tokens to the log score of a class. */
    double log(int c);

    /** Multiplies the score of a class by the contribution of the known tokens. */
    default void score(int c, ClassScores scores) {
      scores.sums()[c] += log(c);
    }

    /**
     * Finds what another column has for the document, for {@link #scoreJoined}.
     *
     * @param other null if there is none
     */
    default void join(TextColumn other) {
      throw new UnsupportedOperationException("the likelihood is not joinable");
    }

    /** As {@link #score}, as if the column had also learned what the other has. */
    default void scoreJoined(int c, Addend addend, ClassScores scores) {
      throw new UnsupportedOperationException("the likelihood is not joinable");
    }
  }

  Scorer newScorer(Document document);

  /** Whether documents can be scored by two columns, see {@link Scorer#join}. */
  default boolean isJoinable() {
    return false;
  }

  /** Whether the score is the logarithm of a probability. */
  default boolean isLikelihood() {
    return true;
  }

  /** Fills in what scores are computed from. */
  void scoringForm(ScoringForm form);

  /** The fit to the tokens of a class. */
  Fit fit(int c);

  static TokenLikelihood of(ModelSpec spec, FeatureSpec feature, TextColumn column) {
    if (feature.type() == FeatureType.BERNOULLI_TEXT) {
      return new PresenceLikelihood(column, CellProbability.ofPresence(spec, feature));
    }
    CellProbability cells = CellProbability.of(spec, feature, spec.givenValues(feature));
    Variant variant = feature.text().variant();
    return variant == Variant.STANDARD
        ? new FrequencyLikelihood(column, cells)
        : new ComplementLikelihood(column, cells, variant == Variant.COMPLEMENT_NORM);
  }
}
