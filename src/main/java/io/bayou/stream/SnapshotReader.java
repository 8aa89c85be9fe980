package io.bayou.stream;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.SnapshotCodec;
import io.bayou.stream.topics.LeftOut;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the snapshots topic. */
final class SnapshotReader {
  private static final Logger log = LoggerFactory.getLogger(SnapshotReader.class);

  private final SharedModels shared;
  private final SnapshotCodec codec = new SnapshotCodec();
  private final LeftOut leftOut;

  SnapshotReader(SharedModels shared) {
    this(shared, log::error);
  }

  /**
   * @param complaints told which sources cannot be read
   */
  SnapshotReader(SharedModels shared, Consumer<String> complaints) {
    this.shared = shared;
    leftOut = new LeftOut("snapshots", complaints);
  }

  void read(byte[] key, byte[] value, long time) {
    try {
      read(RowKeys.of(key), value, time);
    } catch (BadRecordException e) {
      log.error("a row of the snapshots topic is left out: {}", e.getMessage());
    }
  }

  private void read(RowKeys key, byte[] value, long time) {
    if (value == null) {
      shared.take(key, null, time);
      return;
    }
    String source = key.modelVersion() + "/" + key.source();
    try {
      shared.take(key, codec.decode(value), time);
    } catch (BadRecordException e) {
      leftOut.cannotRead(source, e.getMessage());
      return;
    }
    if (key.row().equals(RemotePartial.COVERAGE)) { // the end of a generation
      leftOut.canRead(source);
    }
  }
}
