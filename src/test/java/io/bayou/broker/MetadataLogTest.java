package io.bayou.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataLogTest {
  private static final int RECORDS_PER_BATCH = 2;
  private static final int LENGTH_OFFSET = 8;
  private static final int EPOCH_OFFSET = 12;

  @TempDir Path directory;

  private byte[] first;
  private byte[] second;
  private byte[] last;

  @BeforeEach
  void createBatches() {
    first = batch(0);
    second = batch(RECORDS_PER_BATCH);
    last = batch(2 * RECORDS_PER_BATCH);
  }

  @Test
  void shouldAcceptALogAsItWasWritten() throws IOException {
    write(0, first, second);
    write(2 * RECORDS_PER_BATCH, last);

    assertSound();
  }

  @Test
  void shouldAcceptALogThatBeginsAfterASnapshot() throws IOException {
    write(2 * RECORDS_PER_BATCH, last);

    assertSound();
  }

  @Test
  void shouldAcceptABatchThatACrashCutAnywhere() throws IOException {
    for (int length = 0; length < last.length; length++) {
      write(0, first, second, Arrays.copyOf(last, length));
      assertSound();
    }
  }

  @Test
  void shouldAcceptZerosWhereTheFileSystemLostTheContent() throws IOException {
    write(0, first, second, new byte[4096]);

    assertSound();
  }

  /* The leader's epoch is not covered by the checksum, and Kafka checks it elsewhere. */
  @Test
  void shouldFindEveryDamagedByteThatOtherBatchesFollow() throws IOException {
    byte[] log = join(first, second, last);
    for (int i = 0; i < first.length + second.length; i++) {
      int inBatch = i % first.length;
      if (inBatch >= EPOCH_OFFSET && inBatch < EPOCH_OFFSET + Integer.BYTES) {
        continue;
      }
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        byte[] damaged = log.clone();
        damaged[i] ^= (byte) (1 << bit);
        write(0, damaged);
        assertDamaged(i < first.length ? 0 : first.length);
      }
    }
  }

  @Test
  void shouldFindDamageInTheLastBatch() throws IOException {
    byte[] damaged = last.clone();
    damaged[damaged.length - 1] ^= 1;
    write(0, first, second, damaged);

    assertDamaged(first.length + second.length);
  }

  @Test
  void shouldFindGarbageBehindTheLastBatch() throws IOException {
    write(0, first, "a line that an editor or a script has added".getBytes(UTF_8));

    assertDamaged(first.length);
  }

  @Test
  void shouldFindALengthThatNoBatchMayHave() throws IOException {
    byte[] huge = last.clone();
    ByteBuffer.wrap(huge).putInt(LENGTH_OFFSET, Integer.MAX_VALUE);
    write(0, first, second, huge);

    assertDamaged(first.length + second.length);
  }

  @Test
  void shouldFindAMissingBatch() throws IOException {
    write(0, first, last);

    assertDamaged(first.length);
  }

  @Test
  void shouldFindAMissingSegment() throws IOException {
    write(0, first);
    write(2 * RECORDS_PER_BATCH, last);

    assertThatThrownBy(() -> MetadataLog.verify(directory))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessage("__cluster_metadata-0 has no records between offsets 2 and 4");
  }

  @Test
  void shouldFindAFileThatOnlyLooksLikeASegment() throws IOException {
    Files.writeString(directory.resolve("notes.log"), "");

    assertThatThrownBy(() -> MetadataLog.verify(directory))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessage("__cluster_metadata-0/notes.log is not a log segment");
  }

  private void assertSound() {
    assertThatCode(() -> MetadataLog.verify(directory)).doesNotThrowAnyException();
  }

  private void assertDamaged(int position) {
    assertThatThrownBy(() -> MetadataLog.verify(directory))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessage(
            "__cluster_metadata-0/00000000000000000000.log is not readable at byte %d", position);
  }

  private void write(long baseOffset, byte[]... parts) throws IOException {
    Files.write(directory.resolve("%020d.log".formatted(baseOffset)), join(parts));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  private static byte[] batch(long baseOffset) {
    SimpleRecord record = new SimpleRecord(1_000L, "topic".getBytes(UTF_8), new byte[40]);
    ByteBuffer buffer =
        MemoryRecords.withRecords(baseOffset, Compression.NONE, 1, record, record).buffer();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
