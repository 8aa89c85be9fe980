package io.bayou.codec.prediction;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.Prediction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Reads predictions in either format, recognized by the first byte, and in every published version
 * of schemas/Prediction.avsc. Thread-safe.
 */
public final class PredictionDecoder {
  private final AvroMessage<io.bayou.avro.Prediction> avro =
      new AvroMessage<>("the prediction", io.bayou.avro.Prediction.getClassSchema());

  /**
   * @throws BadRecordException if the bytes are not a prediction
   */
  public Prediction decode(byte[] bytes) {
    boolean isJson = bytes != null && bytes.length > 0 && bytes[0] == '{';
    return fromAvro(isJson ? JsonPredictionReader.read(bytes) : avro.decode(bytes));
  }

  private static Prediction fromAvro(io.bayou.avro.Prediction in) {
    return new Prediction(
        in.getId(),
        in.getModel(),
        in.getVersion(),
        Optional.ofNullable(in.getLabel()),
        new TreeMap<>(in.getPosterior()),
        optional(in.getLogEvidence()),
        new TreeMap<>(in.getContributions()),
        new TreeMap<>(in.getHypotheses()),
        in.getExamples(),
        new TreeMap<>(in.getLearnedTo()),
        in.getFlags(),
        in.getTime().toEpochMilli(),
        in.getOtherProbability(),
        Optional.ofNullable(in.getDecision()),
        optional(in.getExpectedCost()),
        Optional.ofNullable(in.getSet()).map(List::copyOf),
        Optional.ofNullable(in.getRawPosterior()).map(TreeMap::new),
        own(in));
  }

  private static Optional<Prediction.Own> own(io.bayou.avro.Prediction in) {
    if (in.getKey() == null) {
      return Optional.empty();
    }
    double share = in.getOwnShare() == null ? 0.0 : in.getOwnShare();
    long examples = in.getKeyExamples() == null ? 0 : in.getKeyExamples();
    return Optional.of(new Prediction.Own(in.getKey(), share, examples));
  }

  private static OptionalDouble optional(Double number) {
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number);
  }
}
