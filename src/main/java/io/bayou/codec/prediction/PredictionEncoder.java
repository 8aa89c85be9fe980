package io.bayou.codec.prediction;

import io.bayou.model.Answer;
import io.bayou.model.Flag;
import io.bayou.model.Posterior;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Encodes answers; single-threaded, reuses its buffers.
 *
 * <p>Keeps every prediction within {@link #MAX_BYTES}: a record that the broker rejects would stop
 * every instance again after each restart. A prediction that is too large loses its explanation
 * first, then its least probable classes, and gets a flag.
 */
public abstract class PredictionEncoder {
  /** Max size of a prediction; with key and headers it fits into a message of 1 MiB. */
  public static final int MAX_BYTES = 900 << 10;

  /** Room for the flag and the probability of omitted classes. */
  private static final int RESERVE = 100;

  private final AnswerPart part = new AnswerPart();

  PredictionEncoder() {}

  /** The formats to choose from. */
  public enum Format {
    JSON,
    AVRO
  }

  public static PredictionEncoder of(Format format) {
    return switch (format) {
      case JSON -> new JsonPredictionEncoder();
      case AVRO -> new AvroPredictionEncoder();
    };
  }

  /** Encodes the given part of an answer. */
  abstract byte[] write(AnswerPart part);

  /** Encodes an answer. Beyond {@link #MAX_BYTES} it is truncated, with {@link Flag#TRUNCATED}. */
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
    int size = write(part).length;
    if (size > MAX_BYTES / 2) {
      part.shorten();
      size = write(part).length;
    }
    part.keepMostProbable(MAX_BYTES - size - RESERVE);
    return write(part);
  }

  /** The most probable class, or null. */
  static String label(Answer answer) {
    Posterior posterior = answer.posterior();
    return posterior.isEmpty() ? null : posterior.label(posterior.best());
  }

  static boolean hasEvidence(Answer answer) {
    return Double.isFinite(answer.posterior().logEvidence());
  }

  /**
   * Contributions as finite numbers. A feature that rules out the runner-up contributes infinity,
   * written as the largest double; one that rules out both is omitted.
   */
  static SortedMap<String, Double> contributions(Answer answer) {
    if (answer.explanation() == null) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, Double> given = answer.explanation().contributions();
    return given.values().stream().allMatch(Double::isFinite) ? given : finite(given);
  }

  private static SortedMap<String, Double> finite(Map<String, Double> given) {
    SortedMap<String, Double> finite = new TreeMap<>();
    given.forEach(
        (feature, value) -> {
          if (!value.isNaN()) {
            finite.put(feature, Math.max(-Double.MAX_VALUE, Math.min(Double.MAX_VALUE, value)));
          }
        });
    return finite;
  }
}
