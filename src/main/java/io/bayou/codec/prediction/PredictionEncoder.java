package io.bayou.codec.prediction;

import io.bayou.model.Answer;

/** Encodes answers; single-threaded, reuses its buffers. */
public interface PredictionEncoder {
  /** No prediction is larger: with key and headers it is well within a message of 1 MiB. */
  int MAX_BYTES = 900 << 10;

  /**
   * The bytes of an answer. One that would be larger than {@link #MAX_BYTES} is cut, and gets the
   * flag {@link io.bayou.model.Flag#TRUNCATED}.
   */
  byte[] encode(Answer answer);

  /** The formats to choose from. */
  enum Format {
    JSON,
    AVRO
  }

  static PredictionEncoder of(Format format) {
    return switch (format) {
      case JSON -> new JsonPredictionEncoder();
      case AVRO -> new AvroPredictionEncoder();
    };
  }
}
