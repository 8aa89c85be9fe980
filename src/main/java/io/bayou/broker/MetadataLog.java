package io.bayou.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.raft.KafkaRaftClient;

/**
 * Verifies the metadata log before Kafka reads it.
 *
 * <p>Kafka silently truncates a metadata log at the first batch that it cannot read. In a cluster
 * the other controllers fill the gap; on a single node the topics behind the cut are lost and their
 * data is deleted as stray. So damage must be found before Kafka starts. An incomplete end of the
 * log after a crash is not damage: its records were never acknowledged.
 */
final class MetadataLog {
  static final String DIRECTORY = "__cluster_metadata-0";

  private static final String SEGMENT_SUFFIX = ".log";

  private MetadataLog() {}

  /**
   * Checks every batch of the log.
   *
   * @param directory of the metadata partition
   * @throws CorruptRecordException if a batch is damaged; the message says where
   */
  static void verify(Path directory) throws IOException {
    long nextOffset = -1;
    for (Path segment : segments(directory)) {
      long baseOffset = baseOffset(segment);
      if (nextOffset >= 0 && baseOffset != nextOffset) {
        throw new CorruptRecordException(
            DIRECTORY + " has no records between offsets " + nextOffset + " and " + baseOffset);
      }
      nextOffset = verifySegment(segment, baseOffset);
    }
  }

  private static List<Path> segments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(SEGMENT_SUFFIX)).sorted().toList();
    }
  }

  private static long baseOffset(Path segment) {
    String name = segment.getFileName().toString();
    try {
      return Long.parseLong(name.substring(0, name.length() - SEGMENT_SUFFIX.length()));
    } catch (NumberFormatException e) {
      throw new CorruptRecordException(DIRECTORY + "/" + name + " is not a log segment", e);
    }
  }

  private static long verifySegment(Path segment, long baseOffset) throws IOException {
    try (FileRecords records = FileRecords.open(segment.toFile(), false)) {
      End end = readableEnd(records, baseOffset);
      if (!isUnfinished(tail(records, end.position()), end.nextOffset())) {
        throw new CorruptRecordException(
            DIRECTORY + "/" + segment.getFileName() + " is not readable at byte " + end.position());
      }
      return end.nextOffset();
    }
  }

  /** The end of the complete, valid and consecutive batches of a segment. */
  private record End(int position, long nextOffset) {}

  private static End readableEnd(FileRecords records, long baseOffset) {
    End end = new End(0, baseOffset);
    try {
      for (FileChannelRecordBatch batch : records.batches()) {
        batch.ensureValid();
        if (batch.baseOffset() != end.nextOffset()
            || batch.magic() != RecordBatch.CURRENT_MAGIC_VALUE) { // not in the checksum
          return end;
        }
        end = new End(end.position() + batch.sizeInBytes(), batch.nextOffset());
      }
      return end;
    } catch (CorruptRecordException e) {
      return end;
    }
  }

  private static ByteBuffer tail(FileRecords records, int position) throws IOException {
    ByteBuffer tail = ByteBuffer.allocate(records.sizeInBytes() - position);
    if (tail.hasRemaining()) {
      records.readInto(tail, position);
    }
    return tail;
  }

  /* A crash may leave three things: nothing, the first part of the next batch, or the zeros of a
   * file that the file system had extended but not yet filled. */
  private static boolean isUnfinished(ByteBuffer tail, long nextOffset) {
    return tail.limit() < Records.HEADER_SIZE_UP_TO_MAGIC
        || isBegun(tail, nextOffset)
        || tail.equals(ByteBuffer.allocate(tail.limit()));
  }

  /* A batch with a damaged length looks incomplete, too, but others follow it. */
  private static boolean isBegun(ByteBuffer tail, long nextOffset) {
    int size = tail.getInt(Records.SIZE_OFFSET);
    return tail.getLong(Records.OFFSET_OFFSET) == nextOffset
        && tail.get(Records.MAGIC_OFFSET) == RecordBatch.CURRENT_MAGIC_VALUE
        && size <= KafkaRaftClient.MAX_BATCH_SIZE_BYTES
        && size > tail.limit() - Records.LOG_OVERHEAD
        && IntStream.range(1, tail.limit()).noneMatch(position -> isBatch(tail, position));
  }

  private static boolean isBatch(ByteBuffer tail, int position) {
    int available = tail.limit() - position;
    if (available < DefaultRecordBatch.RECORD_BATCH_OVERHEAD
        || tail.get(position + Records.MAGIC_OFFSET) != RecordBatch.CURRENT_MAGIC_VALUE) {
      return false;
    }
    int size = tail.getInt(position + Records.SIZE_OFFSET);
    return size >= DefaultRecordBatch.RECORD_BATCH_OVERHEAD - Records.LOG_OVERHEAD
        && size <= available - Records.LOG_OVERHEAD
        && MemoryRecords.readableRecords(tail.slice(position, Records.LOG_OVERHEAD + size))
            .batches()
            .iterator()
            .next()
            .isValid();
  }
}
