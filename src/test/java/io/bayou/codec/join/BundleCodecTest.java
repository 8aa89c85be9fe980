package io.bayou.codec.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.Bundle;
import io.bayou.codec.BadRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class BundleCodecTest {
  private static final List<Bundled> RECORDS =
      List.of(bundled("m/a", "one"), bundled("", "tick"), bundled("m/b", ""));

  private final BundleCodec codec = new BundleCodec();

  private static Bundled bundled(String key, String value) {
    return new Bundled(key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private static List<String> texts(List<Bundled> records) {
    return records.stream()
        .map(record -> new String(record.key(), UTF_8) + "=" + new String(record.value(), UTF_8))
        .toList();
  }

  @Test
  void shouldReadWhatItHasWritten() {
    assertThat(texts(codec.decode(codec.encode(RECORDS))))
        .containsExactly("m/a=one", "=tick", "m/b=");
    assertThat(codec.decode(codec.encode(List.of()))).isEmpty();
  }

  @Test
  void shouldWriteWhatAnyAvroToolReads() throws IOException {
    BinaryMessageDecoder<GenericRecord> decoder =
        new BinaryMessageDecoder<>(new GenericData(), Bundle.getClassSchema());

    List<?> records = (List<?>) decoder.decode(codec.encode(RECORDS)).get("records");

    assertThat(records).hasSize(3);
    assertThat(((GenericRecord) records.get(0)).get("value"))
        .isEqualTo(ByteBuffer.wrap("one".getBytes(UTF_8)));
  }

  /* Avro's own writers tell the size of a block by a negative number of items. */
  @Test
  void shouldReadBlocksWithASize() {
    byte[] whole = codec.encode(List.of(bundled("k", "v")));
    byte[] sized = new byte[whole.length + 1];
    System.arraycopy(whole, 0, sized, 0, 10);
    sized[10] = 1; // -1 items
    sized[11] = 8; // of 4 bytes
    System.arraycopy(whole, 11, sized, 12, whole.length - 11);

    assertThat(texts(codec.decode(sized))).containsExactly("k=v");
  }

  @Test
  void shouldAddNoMoreThanItSays() {
    Bundled record = new Bundled(new byte[300], new byte[900_000]);

    assertThat(codec.encode(List.of(record)))
        .hasSizeLessThanOrEqualTo(record.size() + BundleCodec.OVERHEAD);
  }

  @Test
  void shouldRefuseWhatIsNoBundle() {
    assertThatThrownBy(() -> codec.decode(new WaitingCodec().encode(new Tick(1, 2))))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("a record of the join is no bundle");
    byte[] bundle = codec.encode(RECORDS);
    assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bundle, bundle.length - 1)))
        .isInstanceOf(BadRecordException.class);
    assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bundle, bundle.length + 1)))
        .isInstanceOf(BadRecordException.class);
  }
}
