package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends a bad record to the dead-letter topic, as it came, with the reason in its headers. Every
 * other exception is a fault of the program and ends the task.
 */
public final class DeadLetters implements ProcessingExceptionHandler {
  /** Setting under which the {@link Activity} is handed over. */
  public static final String ACTIVITY = "bayou.activity";

  /** Header with the reason code. */
  public static final String REASON = "bayou.reason";

  /* The names that Kafka's own handlers use. */
  static final String EXCEPTION = "__streams.errors.exception";
  static final String MESSAGE = "__streams.errors.message";
  static final String TOPIC = "__streams.errors.topic";
  static final String PARTITION = "__streams.errors.partition";
  static final String OFFSET = "__streams.errors.offset";

  private String topic;
  private Activity activity;

  @Override
  public void configure(Map<String, ?> configs) {
    topic = (String) configs.get(StreamsConfig.ERRORS_DEAD_LETTER_QUEUE_TOPIC_NAME_CONFIG);
    activity = (Activity) configs.get(ACTIVITY);
  }

  @Override
  public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception error) {
    if (!(error instanceof BadRecordException bad)) {
      return Response.fail();
    }
    activity.countDeadLetter();
    activity
        .listener()
        .refused(
            context.topic(),
            context.partition(),
            context.offset(),
            bad.reason().name(),
            bad.getMessage());
    return Response.resume(List.of(letter(context, bad)));
  }

  private ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext at, BadRecordException bad) {
    Headers headers = new RecordHeaders(at.headers());
    add(headers, REASON, bad.reason().name());
    add(headers, EXCEPTION, bad.getClass().getName());
    add(headers, MESSAGE, String.valueOf(bad.getMessage()));
    add(headers, TOPIC, at.topic());
    add(headers, PARTITION, Integer.toString(at.partition()));
    add(headers, OFFSET, Long.toString(at.offset()));
    long time = Math.max(0, at.timestamp());
    return new ProducerRecord<>(topic, null, time, at.sourceRawKey(), at.sourceRawValue(), headers);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
