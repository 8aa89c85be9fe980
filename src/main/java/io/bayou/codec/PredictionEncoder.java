package io.bayou.codec;

import io.bayou.model.Answer;

/** Encodes answers; single-threaded, its buffers are used again. */
public interface PredictionEncoder {
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
