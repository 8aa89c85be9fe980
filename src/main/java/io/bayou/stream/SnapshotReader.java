package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.SnapshotCodec;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the snapshots topic. */
final class SnapshotReader implements Processor<byte[], byte[], Void, Void> {
  private static final Logger log = LoggerFactory.getLogger(SnapshotReader.class);

  private final SharedModels shared;
  private final SnapshotCodec codec = new SnapshotCodec();

  SnapshotReader(SharedModels shared) {
    this.shared = shared;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    read(record.key(), record.value(), record.timestamp());
  }

  void read(byte[] key, byte[] value, long time) {
    try {
      shared.take(RowKeys.of(key), value == null ? null : codec.decode(value), time);
    } catch (BadRecordException e) {
      log.error("a row of the snapshots topic is left out: {}", e.getMessage());
    }
  }
}
