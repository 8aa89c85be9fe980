package io.bayou.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ByteRangeTest {
  private final Random random = new Random(7);

  @Test
  void shouldCompareAsArraysDo() {
    for (int length = 0; length < 40; length++) {
      for (int from = 0; from < 4; from++) {
        byte[] whole = bytes(length);
        byte[] bytes = bytes(from + length + 3);
        System.arraycopy(whole, 0, bytes, from, length);
        assertThat(ByteRange.equals(whole, bytes, from, from + length)).isTrue();
        assertThat(ByteRange.equals(whole, bytes, from, from + length + 1)).isFalse();
        for (int i = 0; i < length; i++) {
          bytes[from + i] ^= (byte) (1 << random.nextInt(8));
          assertThat(ByteRange.equals(whole, bytes, from, from + length))
              .as("byte %d", i)
              .isFalse();
          bytes[from + i] = whole[i];
        }
      }
    }
  }

  @Test
  void shouldHashTheSameBytesAlikeAndOthersApart() {
    Set<Long> hashes = new HashSet<>();
    int count = 0;
    for (int length = 0; length < 30; length++) {
      byte[] bytes = bytes(length);
      byte[] within = bytes(length + 5);
      System.arraycopy(bytes, 0, within, 2, length);
      assertThat(ByteRange.hash(within, 2, 2 + length)).isEqualTo(ByteRange.hash(bytes, 0, length));
      for (int i = 0; i < length; i++) {
        byte[] other = Arrays.copyOf(bytes, length);
        other[i]++;
        hashes.add(ByteRange.hash(other, 0, length));
        count++;
      }
    }
    assertThat(hashes).hasSize(count);
  }

  /** Categories are often alike but for their last character. */
  @Test
  void shouldSpreadByTheUpperBits() {
    for (String start : new String[] {"v", "value-", "a-longer-value-"}) {
      Set<Long> slots = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        byte[] value = (start + i).getBytes(UTF_8);
        slots.add(ByteRange.hash(value, 0, value.length) >>> 52);
      }
      assertThat(slots).as(start).hasSizeGreaterThan(90);
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
