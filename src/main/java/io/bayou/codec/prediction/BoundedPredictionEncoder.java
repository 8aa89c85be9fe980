package io.bayou.codec.prediction;

import io.bayou.model.Answer;
import io.bayou.model.Flag;

/**
 * Keeps every prediction within {@link #MAX_BYTES}: one that a broker refuses would be met again
 * after every restart. What is too large loses its explanation first, then its least probable
 * classes, and says so by a flag.
 */
abstract class BoundedPredictionEncoder implements PredictionEncoder {
  /** For what changes when classes are left out: the flag, and their probability. */
  private static final int RESERVE = 100;

  private final AnswerPart part = new AnswerPart();

  /** The bytes of an answer, as far as it is to be written. */
  abstract byte[] write(AnswerPart part);

  @Override
  public final byte[] encode(Answer answer) {
    part.begin(answer);
    if (part.mayFit(MAX_BYTES)) {
      byte[] bytes = write(part);
      if (bytes.length <= MAX_BYTES) {
        return bytes;
      }
    }
    answer.posterior().raise(Flag.TRUNCATED);
    return truncated();
  }

  private byte[] truncated() {
    part.leaveOutExplanation();
    if (part.mayFit(MAX_BYTES)) {
      byte[] bytes = write(part);
      if (bytes.length <= MAX_BYTES) {
        return bytes;
      }
    }
    part.leaveOutClasses();
    int rest = write(part).length;
    if (rest > MAX_BYTES / 2) {
      part.shorten();
      rest = write(part).length;
    }
    part.keepMostProbable(MAX_BYTES - rest - RESERVE);
    return write(part);
  }
}
