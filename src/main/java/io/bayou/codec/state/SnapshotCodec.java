package io.bayou.codec.state;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.UNSUPPORTED_VERSION;

import io.bayou.avro.ModelSnapshot;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.avro.AvroMessage;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Values of the snapshots topic: Avro's single-object encoding of schemas/ModelSnapshot.avsc, read
 * in every published version of it. Equal rows give equal bytes. Thread-safe.
 */
public final class SnapshotCodec {
  private final AvroMessage<ModelSnapshot> messages =
      new AvroMessage<>("the snapshot", ModelSnapshot.getClassSchema());

  public byte[] encode(SnapshotRow row) {
    return messages.encode(toAvro(row));
  }

  static ModelSnapshot toAvro(SnapshotRow row) {
    Map<String, io.bayou.avro.OffsetRange> covered = new TreeMap<>();
    row.covered()
        .forEach(
            (partition, range) ->
                covered.put(
                    partition,
                    new io.bayou.avro.OffsetRange(range.from(), range.to(), range.lost())));
    return ModelSnapshot.newBuilder()
        .setFormat(RowWriter.FORMAT)
        .setModel(row.model())
        .setVersion(row.version())
        .setSpecHash(row.specHash())
        .setSource(row.source())
        .setRow(row.row())
        .setPart(row.part())
        .setParts(row.parts())
        .setCovered(covered)
        .setExamples(row.examples())
        .setStatistics(ByteBuffer.wrap(row.statistics()))
        .build();
  }

  /**
   * @throws BadRecordException if the bytes are not a snapshot row that this build can use
   */
  public SnapshotRow decode(byte[] bytes) {
    ModelSnapshot in = messages.decode(bytes);
    if (in.getFormat() < 1 || in.getFormat() > RowWriter.FORMAT) {
      throw new BadRecordException(
          UNSUPPORTED_VERSION,
          ("the snapshot has format %d, this build reads 1..%d; deploy the new reader before the"
                  + " new writer")
              .formatted(in.getFormat(), RowWriter.FORMAT));
    }
    try {
      return toRow(in);
    } catch (IllegalArgumentException e) {
      throw new BadRecordException(INVALID, "the snapshot is not valid: " + e.getMessage(), e);
    }
  }

  static SnapshotRow toRow(ModelSnapshot in) {
    SortedMap<String, OffsetRange> covered = new TreeMap<>();
    in.getCovered()
        .forEach(
            (partition, range) ->
                covered.put(
                    partition, new OffsetRange(range.getFrom(), range.getTo(), range.getLost())));
    byte[] statistics = new byte[in.getStatistics().remaining()];
    in.getStatistics().get(statistics);
    return new SnapshotRow(
        in.getModel(),
        in.getVersion(),
        in.getSpecHash(),
        in.getSource(),
        in.getRow(),
        in.getPart(),
        in.getParts(),
        covered,
        in.getExamples(),
        statistics);
  }
}
