package io.bayou.codec.prediction;

import io.bayou.model.Answer;

/** Encodes answers; single-threaded, reuses its buffers. */
public interface PredictionEncoder {
  /** Max size of a prediction; with key and headers it fits into a message of 1 MiB. */
  int MAX_BYTES = 900 << 10;

  /**
   * Encodes an answer. Beyond {@link #MAX_BYTES} it is truncated, with the flag {@link
   * io.bayou.model.Flag#TRUNCATED}.
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
