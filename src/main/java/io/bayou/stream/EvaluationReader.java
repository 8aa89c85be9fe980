package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.model.eval.Evaluation;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads how good the predictions of all partitions are. */
final class EvaluationReader implements Processor<byte[], byte[], Void, Void> {
  private static final Logger log = LoggerFactory.getLogger(EvaluationReader.class);

  private final Evaluations evaluations;
  private final EvaluationCodec codec = new EvaluationCodec();

  EvaluationReader(Evaluations evaluations) {
    this.evaluations = evaluations;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    read(record.key(), record.value());
  }

  void read(byte[] key, byte[] value) {
    try {
      EvaluationKey under = EvaluationKey.of(key);
      evaluations.take(under, value == null ? null : decode(under, value));
    } catch (BadRecordException e) {
      log.error("a record of the evaluations topic is left out: {}", e.getMessage());
    }
  }

  private Evaluation decode(EvaluationKey key, byte[] value) {
    Evaluation evaluation = codec.decode(value);
    if (!evaluation.model().equals(key.model()) || evaluation.version() != key.version()) {
      throw new BadRecordException(
          Reason.INVALID,
          "under the key of "
              + key.modelVersion()
              + " there is an evaluation of "
              + RowKeys.modelVersion(evaluation.model(), evaluation.version()));
    }
    return evaluation;
  }
}
