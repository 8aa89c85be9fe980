package io.bayou.stream.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.mapping.RawRecord;
import io.bayou.model.Example;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Records of Kafka as mappings read them. */
public final class RawRecords {
  /* The client reads them, too: nothing of Kafka Streams here. */
  private RawRecords() {}

  public static RawRecord of(byte[] key, byte[] value, Headers headers, long time) {
    return new RawRecord(key, value, name -> last(headers, name), time);
  }

  /**
   * @param time of the record, or of the one before it if it has none
   */
  public static RawRecord of(ConsumerRecord<byte[], byte[]> record, long time) {
    return of(record.key(), record.value(), record.headers(), time);
  }

  /**
   * What the event in a record is called: as it says, else by the key of the record or its place.
   *
   * @param key of the record, may be null
   */
  public static String idOf(Example example, byte[] key, String topic, int partition, long offset) {
    if (example.id() != null) {
      return example.id();
    }
    return key != null && key.length > 0
        ? new String(key, UTF_8)
        : topic + "-" + partition + "-" + offset;
  }

  private static byte[] last(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }
}
