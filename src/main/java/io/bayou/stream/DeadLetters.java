package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.stream.join.JoinServices;
import io.bayou.stream.topics.MessageSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.errors.ErrorHandlerContext;
import org.apache.kafka.streams.errors.ProcessingExceptionHandler;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Sends a bad record to the dead-letter topic with the reason in its headers: as it came, or cut
 * where it would be too large for a message. Every other exception is a fault of the program and
 * ends the task.
 */
public final class DeadLetters implements ProcessingExceptionHandler {
  /** Setting under which the {@link Activity} is handed over. */
  public static final String ACTIVITY = "bayou.activity";

  /** Setting with the name of the topic. */
  static final String DEAD_LETTERS = "bayou.dead.letters.topic";

  /** Header with the reason code. */
  public static final String REASON = "bayou.reason";

  /** Header that names what was cut or left out of a record: value, key, headers. */
  public static final String TRUNCATED = "bayou.truncated";

  /** Header with the bytes of key, value and headers of a record that was cut. */
  public static final String ORIGINAL_SIZE = "bayou.original.size";

  /* Of a record that has to be cut, the key and the headers may take up this much each. */
  private static final int MAX_KEY = MessageSize.MAX / 4;
  private static final int MAX_HEADERS = MessageSize.MAX / 4;
  private static final int ROOM_FOR_OWN_HEADERS = 8 << 10;

  /* The names of these headers are those that Kafka's own handlers use. */
  public static final String EXCEPTION = "__streams.errors.exception";
  public static final String MESSAGE = "__streams.errors.message";
  public static final String TOPIC = "__streams.errors.topic";
  public static final String PARTITION = "__streams.errors.partition";
  public static final String OFFSET = "__streams.errors.offset";

  private String topic;
  private Activity activity;

  @Override
  public void configure(Map<String, ?> configs) {
    topic = (String) configs.get(DEAD_LETTERS);
    activity = (Activity) configs.get(ACTIVITY);
  }

  @Override
  public Response handleError(ErrorHandlerContext context, Record<?, ?> record, Exception error) {
    if (!(error instanceof BadRecordException bad)) {
      return Response.fail();
    }
    activity.refused(
        context.topic(),
        context.partition(),
        context.offset(),
        bad.reason().name(),
        bad.getMessage(),
        context.sourceRawValue());
    return Response.resume(List.of(letter(context, bad)));
  }

  /** Makes dead letters of records that were read earlier, in headers only. */
  static JoinServices.Letters later(Activity activity) {
    return new JoinServices.Letters() {
      @Override
      public Headers count(BadRecordException why, String topic, int partition, long offset) {
        activity.refused(topic, partition, offset, why.reason().name(), why.getMessage(), null);
        Headers headers = new RecordHeaders();
        describe(headers, why, topic, partition, offset);
        return headers;
      }

      @Override
      public void cut(Headers headers, int originalSize) {
        activity.countTruncatedLetter();
        add(headers, TRUNCATED, "key,value");
        add(headers, ORIGINAL_SIZE, Integer.toString(originalSize));
      }
    };
  }

  private ProducerRecord<byte[], byte[]> letter(ErrorHandlerContext at, BadRecordException bad) {
    byte[] key = at.sourceRawKey();
    byte[] value = at.sourceRawValue();
    Headers headers = new RecordHeaders(at.headers());
    int size = MessageSize.of(key, value, headers);
    int room = MessageSize.MAX - ROOM_FOR_OWN_HEADERS;
    if (size > room) {
      activity.countTruncatedLetter();
      List<String> cut = new ArrayList<>();
      if (MessageSize.of(headers) > MAX_HEADERS) {
        headers = new RecordHeaders();
        cut.add("headers");
      }
      key = cut(key, MAX_KEY, "key", cut);
      value = cut(value, room - MessageSize.of(key, null, headers), "value", cut);
      add(headers, TRUNCATED, String.join(",", cut));
      add(headers, ORIGINAL_SIZE, Integer.toString(size));
    }
    describe(headers, bad, at.topic(), at.partition(), at.offset());
    return new ProducerRecord<>(topic, null, Math.max(0, at.timestamp()), key, value, headers);
  }

  private static byte[] cut(byte[] bytes, int length, String what, List<String> cut) {
    if (MessageSize.length(bytes) <= length) {
      return bytes;
    }
    cut.add(what);
    return Arrays.copyOf(bytes, length);
  }

  private static void describe(
      Headers headers, BadRecordException bad, String topic, int partition, long offset) {
    add(headers, REASON, bad.reason().name());
    add(headers, EXCEPTION, bad.getClass().getName());
    add(headers, MESSAGE, String.valueOf(bad.getMessage()));
    add(headers, TOPIC, topic);
    add(headers, PARTITION, Integer.toString(partition));
    add(headers, OFFSET, Long.toString(offset));
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
