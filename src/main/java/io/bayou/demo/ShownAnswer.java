package io.bayou.demo;

import io.bayou.model.Prediction;
import java.util.Optional;

/**
 * An answer to show.
 *
 * @param truth what would have been right; empty if somebody else asked
 */
record ShownAnswer(Prediction prediction, Optional<String> truth) {
  boolean isRight() {
    return truth.isPresent() && truth.equals(prediction.label());
  }
}
