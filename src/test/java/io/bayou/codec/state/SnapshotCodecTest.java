package io.bayou.codec.state;

import static io.bayou.Property.forAll;
import static io.bayou.codec.avro.GeneratedClasses.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.ModelSnapshot;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.OffsetRange;
import io.bayou.model.SnapshotRow;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SnapshotCodecTest {
  private final SnapshotCodec codec = new SnapshotCodec();

  @Test
  void shouldReadBackWhatItWrote() {
    forAll(
        500,
        random -> {
          SnapshotRow row = randomRow(random);
          assertThat(codec.decode(codec.encode(row))).isEqualTo(row);
        });
  }

  @Test
  void shouldWriteEqualRowsAsEqualBytes() {
    SortedMap<String, OffsetRange> reversed = new TreeMap<>();
    reversed.put("b-1", new OffsetRange(0, 9));
    reversed.put("a-0", new OffsetRange(3, 4));
    SortedMap<String, OffsetRange> forward = new TreeMap<>(Map.copyOf(reversed));

    assertThat(codec.encode(row(reversed))).isEqualTo(codec.encode(row(forward)));
  }

  @Test
  void shouldBeReadableByTheGeneratedClass() {
    SnapshotRow row = row(new TreeMap<>(Map.of("events-0", new OffsetRange(10, 20))));

    byte[] bytes = codec.encode(row);
    ModelSnapshot read = trusted(() -> ModelSnapshot.fromByteBuffer(ByteBuffer.wrap(bytes)));

    assertThat(read.getFormat()).isEqualTo(1);
    assertThat(read.getModel()).isEqualTo("spam");
    assertThat(read.getCovered().get("events-0").getTo()).isEqualTo(20);
    assertThat(read.getStatistics()).isEqualTo(ByteBuffer.wrap(row.statistics()));
  }

  @Test
  void shouldRefuseAnotherFormatOfStatistics() {
    for (int format : new int[] {0, 2, -1, Integer.MAX_VALUE}) {
      refuses(
          ModelSnapshot.newBuilder().setModel("spam").setFormat(format),
          Reason.UNSUPPORTED_VERSION,
          "the snapshot has format "
              + format
              + ", this build reads 1..1; deploy the new reader before the new writer");
    }
  }

  @Test
  void shouldRefuseWhatIsNoRow() {
    refuses(
        ModelSnapshot.newBuilder(),
        Reason.INVALID,
        "the snapshot is not valid: a snapshot row must name its model");
    refuses(
        ModelSnapshot.newBuilder().setModel("spam").setVersion(0),
        Reason.INVALID,
        "the snapshot is not valid: versions count from 1, was 0");
    refuses(
        ModelSnapshot.newBuilder().setModel("spam").setPart(3).setParts(3),
        Reason.INVALID,
        "the snapshot is not valid: no part 3 of 3, they count from 0");
    refuses(
        ModelSnapshot.newBuilder().setModel("spam").setParts(Integer.MAX_VALUE),
        Reason.INVALID,
        "the snapshot is not valid: a row has at most 65536 parts, was 2147483647");
    refuses(
        ModelSnapshot.newBuilder()
            .setModel("spam")
            .setCovered(Map.of("events-0", new io.bayou.avro.OffsetRange(5L, 4L, 0L))),
        Reason.INVALID,
        "the snapshot is not valid: offsets must rise from 0, were 5..4");
  }

  @Test
  void shouldTellRowsApart() {
    SnapshotRow row = row(new TreeMap<>());
    byte[] changed = row.statistics().clone();
    changed[0]++;
    SnapshotRow other =
        new SnapshotRow("spam", 1, "h", "task-0", "class/ham", 0, 1, row.covered(), 7, changed);

    assertThat(row).isEqualTo(row(new TreeMap<>())).hasSameHashCodeAs(row(new TreeMap<>()));
    assertThat(row).isNotEqualTo(other);
    assertThat(row)
        .hasToString("spam@1/task-0/class/ham part 0 of 1, 7 examples, covers {}, 3 bytes");
  }

  private void refuses(ModelSnapshot.Builder snapshot, Reason reason, String message) {
    assertThatThrownBy(() -> codec.decode(toBytes(snapshot)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage(message)
        .extracting("reason")
        .isEqualTo(reason);
  }

  private static byte[] toBytes(ModelSnapshot.Builder snapshot) {
    ByteBuffer bytes = trusted(() -> snapshot.build().toByteBuffer());
    return Arrays.copyOfRange(bytes.array(), bytes.arrayOffset(), bytes.limit());
  }

  private static SnapshotRow row(SortedMap<String, OffsetRange> covered) {
    return new SnapshotRow(
        "spam", 1, "h", "task-0", "class/ham", 0, 1, covered, 7, new byte[] {1, 2, 3});
  }

  private static SnapshotRow randomRow(RandomGenerator random) {
    SortedMap<String, OffsetRange> covered = new TreeMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      long from = random.nextLong(1L << 62);
      covered.put("events-" + i, new OffsetRange(from, from + random.nextLong(1L << 62)));
    }
    byte[] statistics = new byte[random.nextInt(200)];
    random.nextBytes(statistics);
    int parts = 1 + random.nextInt(5);
    return new SnapshotRow(
        "modèle " + random.nextInt(),
        1 + random.nextInt(100),
        Long.toHexString(random.nextLong()),
        "task-" + random.nextInt(12),
        "class/" + Character.toString(0x1F600 + random.nextInt(50)),
        random.nextInt(parts),
        parts,
        covered,
        random.nextLong(),
        statistics);
  }
}
