package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.state.EvaluationCodec;
import io.bayou.model.eval.Evaluation;
import io.bayou.stream.topics.LeftOut;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads how good the predictions of all partitions are. */
final class EvaluationReader {
  private static final Logger log = LoggerFactory.getLogger(EvaluationReader.class);

  private final Evaluations evaluations;
  private final EvaluationCodec codec = new EvaluationCodec();
  private final LeftOut leftOut;

  EvaluationReader(Evaluations evaluations) {
    this(evaluations, log::error);
  }

  /**
   * @param complaints told which sources cannot be read
   */
  EvaluationReader(Evaluations evaluations, Consumer<String> complaints) {
    this.evaluations = evaluations;
    leftOut = new LeftOut("evaluations", complaints);
  }

  /** The time of an evaluation is part of it. */
  void read(byte[] key, byte[] value, long ignored) {
    try {
      read(EvaluationKey.of(key), value);
    } catch (BadRecordException e) {
      log.error("a record of the evaluations topic is left out: {}", e.getMessage());
    }
  }

  private void read(EvaluationKey key, byte[] value) {
    if (value == null) {
      evaluations.take(key, null);
      return;
    }
    String source = key.modelVersion() + "/" + key.source();
    try {
      evaluations.take(key, decode(key, value));
    } catch (BadRecordException e) {
      leftOut.cannotRead(source, e.getMessage());
      return;
    }
    leftOut.canRead(source);
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
