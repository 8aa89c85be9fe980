package io.bayou.client;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.prediction.PredictionDecoder;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Lets a Kafka consumer read {@link Prediction}s, JSON and Avro alike. Consumers of predictions set
 * {@code isolation.level=read_committed}, or they see answers twice after a crash.
 */
public final class PredictionDeserializer implements Deserializer<Prediction> {
  private final PredictionDecoder decoder = new PredictionDecoder();

  @Override
  public Prediction deserialize(String topic, byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    try {
      return new Prediction(decoder.decode(bytes));
    } catch (BadRecordException e) {
      throw new SerializationException(e.getMessage(), e);
    }
  }
}
