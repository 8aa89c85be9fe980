package io.bayou.codec.state;

import static io.bayou.Property.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.model.RowSink.RowContent;
import io.bayou.model.StateReader;
import io.bayou.model.StateWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowCodecTest {
  private final RowWriter writer = new RowWriter();

  @Test
  void shouldWriteTheDocumentedBytes() {
    byte[] bytes =
        writer.encode(
            out -> {
              out.number(-2.5);
              out.integer(-1);
              out.integer(300);
              out.text("é1");
            });
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo("01" + "c004000000000000" + "01" + "d804" + "03c3a931");
  }

  @Test
  void shouldReadBackBitForBit() {
    forAll(
        2_000,
        random -> {
          List<Field> fields = randomFields(random);
          RowReader reader = new RowReader(writer.encode(contentOf(fields)));
          for (Field field : fields) {
            assertThat(field.read(reader)).isEqualTo(field);
          }
          reader.end();
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, 63, 64, -64, -65, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldCarryEveryInteger(long value) {
    assertThat(read(out -> out.integer(value)).integer()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.0, -0.0, Double.MIN_VALUE, 1e308, -1.7976931348623157E308, 0.1})
  void shouldCarryEveryFiniteNumber(double value) {
    assertThat(Double.doubleToRawLongBits(read(out -> out.number(value)).number()))
        .isEqualTo(Double.doubleToRawLongBits(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "é", "語", "😀", "a\ud800b", "\udc00\ud800", "\u0000"})
  void shouldCarryEveryText(String value) {
    assertThat(read(out -> out.text(value)).text()).isEqualTo(value);
  }

  @Test
  void shouldWriteWellFormedTextAsUtf8() {
    String text = "naïve 語 😀";
    byte[] bytes = writer.encode(out -> out.text(text));
    assertThat(Arrays.copyOfRange(bytes, 2, bytes.length))
        .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldGrowAndForgetTheFormerRow() {
    String large = "x".repeat(100_000);
    assertThat(read(out -> out.text(large)).text()).isEqualTo(large);
    assertThat(writer.encode(out -> out.integer(0))).containsExactly(1, 0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void shouldNeverStoreANumberThatIsNotFinite(double value) {
    assertThatThrownBy(() -> writer.encode(out -> out.number(value)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(Double.toString(value));
  }

  /* Field to read, bytes after the version, and what the message must say. */
  @ParameterizedTest
  @CsvSource({
    "number, 3ff00000000000, ends within a number",
    "number, 7ff8000000000000, NaN",
    "number, 7ff0000000000000, Infinity",
    "amount, bff0000000000000, negative amount -1.0",
    "integer, '', ends within an integer",
    "integer, 80, ends within an integer",
    "integer, 8000, garbled",
    "integer, ffffffffffffffffff02, garbled",
    "integer, ffffffffffffffffffff01, more than ten bytes",
    "count, 01, negative count -1",
    "count, 0a00, ends after 1 more bytes",
    "text, 02c3, ends within a text",
    "text, ffffffffffffffffff01, ends within a text",
    "text, 01c3, not valid UTF-8",
    "text, 02c0af, not valid UTF-8",
    "text, 03e08080, not valid UTF-8",
    "text, 0180, not valid UTF-8",
    "text, 02c341, not valid UTF-8",
    "text, 04f4908080, not valid UTF-8",
    "text, 05f888808080, not valid UTF-8",
    "text, 06eda080edb080, not valid UTF-8",
  })
  void shouldRefuseWhatIsNotAField(String field, String hex, String message) {
    RowReader reader = new RowReader(HexFormat.of().parseHex("01" + hex));
    assertThatThrownBy(() -> read(field, reader))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(message)
        .extracting("reason")
        .isEqualTo(Reason.MALFORMED);
  }

  @Test
  void shouldRefuseACountBeyondTheLimit() {
    RowReader reader = read(out -> out.integer(11));
    assertThatThrownBy(() -> reader.count(10))
        .hasMessage("a state row counts 11 items, the limit is 10")
        .extracting("reason")
        .isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void shouldRefuseOtherFormats() {
    assertThatThrownBy(() -> new RowReader(new byte[] {2, 0}))
        .hasMessageContaining("format 2, this build reads 1")
        .extracting("reason")
        .isEqualTo(Reason.UNSUPPORTED_VERSION);
    assertThatThrownBy(() -> new RowReader(new byte[0])).isInstanceOf(BadRecordException.class);
  }

  @Test
  void shouldRefuseTrailingBytes() {
    RowReader reader = read(out -> out.text("ab"));
    assertThatThrownBy(reader::end).hasMessageContaining("continues for 3 bytes");
    reader.text();
    reader.end();
  }

  @Test
  void shouldAnswerAnyBytesWithAValueOrABadRecord() {
    forAll(
        20_000,
        random -> {
          byte[] bytes = new byte[random.nextInt(40)];
          random.nextBytes(bytes);
          if (bytes.length > 0 && random.nextInt(10) > 0) {
            bytes[0] = RowWriter.FORMAT;
          }
          readAnything(bytes, random);
        });
  }

  @Test
  void shouldAnswerDamagedRowsWithAValueOrABadRecord() {
    forAll(
        5_000,
        random -> {
          List<Field> fields = randomFields(random);
          byte[] bytes = damaged(writer.encode(contentOf(fields)), random);
          try {
            RowReader reader = new RowReader(bytes);
            List<Field> read = new ArrayList<>();
            for (Field field : fields) {
              read.add(field.read(reader));
            }
            reader.end();
            assertThat(writer.encode(contentOf(read))).isEqualTo(bytes);
          } catch (BadRecordException expected) {
            assertThat(expected.reason()).isNotNull();
          }
        });
  }

  /** One value of a row; equality of numbers is by their bits. */
  private record Field(Object value) {
    void write(StateWriter out) {
      if (value instanceof Double number) {
        out.number(number);
      } else if (value instanceof Long integer) {
        out.integer(integer);
      } else {
        out.text((String) value);
      }
    }

    Field read(StateReader in) {
      if (value instanceof Double) {
        return new Field(in.number());
      }
      return new Field(value instanceof Long ? (Object) in.integer() : in.text());
    }
  }

  private RowReader read(RowContent content) {
    return new RowReader(writer.encode(content));
  }

  private static Object read(String field, RowReader reader) {
    return switch (field) {
      case "number" -> reader.number();
      case "amount" -> reader.amount();
      case "integer" -> reader.integer();
      case "count" -> reader.count(100);
      default -> reader.text();
    };
  }

  private static void readAnything(byte[] bytes, RandomGenerator random) {
    String[] kinds = {"number", "amount", "integer", "count", "text"};
    try {
      RowReader reader = new RowReader(bytes);
      for (int i = 0; i < 10; i++) {
        read(kinds[random.nextInt(kinds.length)], reader);
      }
      reader.end();
    } catch (BadRecordException expected) {
      assertThat(expected).hasMessageStartingWith("a ");
    }
  }

  private static RowContent contentOf(List<Field> fields) {
    return out -> fields.forEach(field -> field.write(out));
  }

  private static List<Field> randomFields(RandomGenerator random) {
    List<Field> fields = new ArrayList<>();
    int n = random.nextInt(12);
    for (int i = 0; i < n; i++) {
      fields.add(new Field(randomValue(random)));
    }
    return fields;
  }

  private static Object randomValue(RandomGenerator random) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        double value = Double.longBitsToDouble(random.nextLong());
        yield Double.isFinite(value) ? value : -0.0;
      }
      case 1 -> random.nextLong() >> random.nextInt(64);
      default -> randomText(random);
    };
  }

  private static String randomText(RandomGenerator random) {
    int[] bounds = {0x80, 0x800, 0x10000, Character.MAX_CODE_POINT + 1};
    StringBuilder text = new StringBuilder();
    int n = random.nextInt(10);
    for (int i = 0; i < n; i++) {
      text.appendCodePoint(random.nextInt(bounds[random.nextInt(bounds.length)]));
    }
    return text.toString();
  }

  private static byte[] damaged(byte[] bytes, RandomGenerator random) {
    byte[] copy = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(-3, 3)));
    for (int i = random.nextInt(3); i > 0 && copy.length > 0; i--) {
      copy[random.nextInt(copy.length)] = (byte) random.nextInt();
    }
    return copy;
  }
}
