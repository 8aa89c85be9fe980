package io.bayou.stream.input;

import io.bayou.codec.mapping.RawRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Record;

/** Records of Kafka as mappings read them. */
public final class RawRecords {
  private RawRecords() {}

  public static RawRecord of(Record<byte[], byte[]> record) {
    Headers headers = record.headers();
    return new RawRecord(
        record.key(), record.value(), name -> last(headers, name), record.timestamp());
  }

  /**
   * @param time of the record, or of the one before it if it has none
   */
  public static RawRecord of(ConsumerRecord<byte[], byte[]> record, long time) {
    Headers headers = record.headers();
    return new RawRecord(record.key(), record.value(), name -> last(headers, name), time);
  }

  private static byte[] last(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : header.value();
  }
}
