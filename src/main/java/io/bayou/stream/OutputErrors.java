package io.bayou.stream;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles records that could not be produced. A record that is too large for its topic is dropped
 * and counted: stopping would not make it smaller, and a restart would fail at it again.
 */
public final class OutputErrors implements ProductionExceptionHandler {
  /* Whatever is sent is bounded by MessageSize, so that this is the last resort: it takes effect
   * where somebody lowers the limit of a topic while an instance runs. Kafka's own handler would
   * send a dead letter about it, and one about that dead letter, until the stack overflows. */
  private static final Logger log = LoggerFactory.getLogger(OutputErrors.class);

  private Activity activity;

  @Override
  public void configure(Map<String, ?> configs) {
    activity = (Activity) configs.get(DeadLetters.ACTIVITY);
  }

  @Override
  public Response handleError(
      ErrorHandlerContext context, ProducerRecord<byte[], byte[]> record, Exception error) {
    if (!(error instanceof RecordTooLargeException)) {
      return Response.fail();
    }
    activity.countLostOutput(record.topic());
    log.error(
        "a record for topic '{}' was dropped, made of {}-{}@{}: {}",
        record.topic(),
        context.topic(),
        context.partition(),
        context.offset(),
        error.getMessage());
    return Response.resume();
  }
}
