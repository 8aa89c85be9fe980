package io.bayou.codec;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class Utf8Test {
  @Test
  void shouldAcceptWhatJavaAccepts() {
    forAll(
        50_000,
        random -> {
          byte[] bytes = nearlyUtf8(random);
          String expected = decodedByJava(bytes);
          if (expected == null) {
            assertThatThrownBy(() -> Utf8.check(bytes)).isInstanceOf(BadRecordException.class);
            assertThatThrownBy(() -> Utf8.decodeStrict(bytes, 0, bytes.length))
                .isInstanceOf(BadRecordException.class);
          } else {
            assertThatCode(() -> Utf8.check(bytes)).doesNotThrowAnyException();
            assertThat(Utf8.decodeStrict(bytes, 0, bytes.length)).isEqualTo(expected);
          }
        });
  }

  @Test
  void shouldGiveTheSameStringForTheSameBytes() {
    Utf8Cache cache = new Utf8Cache();
    forAll(
        20_000,
        random -> {
          String text =
              Integer.toString(random.nextInt(20_000), 36) + "é".repeat(random.nextInt(60));
          byte[] bytes = ("x" + text).getBytes(StandardCharsets.UTF_8);
          assertThat(cache.get(bytes, 1, bytes.length)).isEqualTo(text);
        });
    byte[] name = "name".getBytes(StandardCharsets.UTF_8);
    assertThat(cache.get(name, 0, 4)).isSameAs(cache.get(name, 0, 4));
  }

  private static String decodedByJava(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /* Mostly well-formed, with now and then a byte that is not. */
  private static byte[] nearlyUtf8(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(30); i > 0; i--) {
      int bits = 7 + random.nextInt(15);
      int code = random.nextInt(Math.min(1 << bits, Character.MAX_CODE_POINT + 1));
      text.appendCodePoint(code);
    }
    byte[] bytes = new byte[Utf8.length(text.toString())];
    Utf8.encode(text.toString(), bytes, 0);
    for (int i = random.nextInt(3); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
