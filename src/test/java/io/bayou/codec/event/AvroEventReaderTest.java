package io.bayou.codec.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.Event;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.avro.AvroMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroEventReaderTest {
  private final EventCodec codec = new EventCodec(EventLimits.DEFAULT);

  @Test
  void shouldReadWhatTheGeneratedClassWrites() throws IOException {
    Event event = new Event("e1", null, features(), "ham", 1.0, null);

    byte[] bytes = Event.getEncoder().encode(event).array();

    assertThat(ExampleView.of(codec.decode(bytes)))
        .isEqualTo(ExampleView.of(codec.decode(AvroEvents.encode(event))));
    assertThat(codec.decode(bytes).label()).isEqualTo("ham");
  }

  @Test
  void shouldReadWhatAGenericWriterWrites() throws IOException {
    GenericRecord event = generic();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), Event.getClassSchema())
        .encode(event, bytes);

    assertThat(ExampleView.of(codec.decode(bytes.toByteArray()))).isEqualTo(expected());
  }

  @Test
  void shouldReadBlocksThatCarryTheirSize() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    BinaryEncoder encoder =
        new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(body, null);
    new GenericDatumWriter<GenericRecord>(Event.getClassSchema()).write(generic(), encoder);
    encoder.flush();
    String sized = AvroEvents.HEADER + HexFormat.of().formatHex(body.toByteArray());

    assertThat(body.size()).as("longer by the sizes").isGreaterThan(plainSize());
    assertThat(ExampleView.of(codec.decode(HexFormat.of().parseHex(sized)))).isEqualTo(expected());
  }

  @Test
  void shouldPassOverTheSchemaIdOfTheConfluentFormat() {
    byte[] bytes = AvroEvents.confluent(AvroEvents.feature("x", 4, "01"));
    Arrays.fill(bytes, 1, 5, (byte) 0xFF);

    assertThat(codec.decode(bytes).features().size()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAnotherSchema() {
    byte[] bytes = AvroEvents.feature("x", 4, "01");
    bytes[9] ^= 1;

    assertThatThrownBy(() -> codec.decode(bytes))
        .hasMessageMatching(
            "the event's schema has fingerprint [0-9A-F]{16}, expected [0-9A-F]{16} of"
                + " schemas/Event.avsc")
        .extracting("reason")
        .isEqualTo(Reason.UNKNOWN_SCHEMA);
  }

  @Test
  void shouldRefuseEveryTruncation() {
    byte[] whole = AvroEvents.encode(new Event("e1", "spam", features(), "ham", 1.0, "spam"));
    for (byte[] bytes : List.of(whole, AvroEvents.confluent(whole))) {
      codec.decode(bytes);
      for (int length = 1; length < bytes.length; length++) {
        refuses(Arrays.copyOf(bytes, length), Reason.MALFORMED, "the event ");
      }
    }
  }

  @Test
  void shouldRefuseTrailingBytes() {
    byte[] bytes = AvroEvents.feature("x", 4, "01");
    refuses(
        Arrays.copyOf(bytes, bytes.length + 2),
        Reason.MALFORMED,
        "the event continues for 2 bytes after its last field, at byte " + bytes.length);
  }

  /* What stands for the value of feature 'x', from the place of its type on. */
  @ParameterizedTest
  @CsvSource({
    "0a, '', holds a value of no known type",
    "01, '', holds a value of no known type",
    "04, 02, holds a boolean that is neither 0 nor 1",
    "06, 01, ends within a string",
    "06, feffffff0f, ends within a string",
    "06, feffffffffffffffff01, ends within a string",
    "06, ffffffffffffffffff01, ends within a string",
    "06, ffffffffffffffffffffff01, holds an integer of more than ten bytes",
    "06, 02ff, not valid UTF-8",
    "06, 04c0af, not valid UTF-8",
    "06, 06eda080, not valid UTF-8",
    "06, 08f5808080, not valid UTF-8",
    "08, feffffff0f, counts more items than it has bytes",
    "08, ffffffffffffffffff01, counts more items than it has bytes",
    "08, 0101, holds a block of negative size",
    "08, 0200, ends",
  })
  void shouldRefuseGarbledValues(String branch, String value, String message) {
    refuses(
        AvroEvents.feature("x", HexFormat.fromHexDigits(branch), value), Reason.MALFORMED, message);
  }

  @Test
  void shouldRefuseGarbledOptions() {
    byte[] bytes = AvroEvents.feature("x", 4, "01");
    bytes[11] = 4; // the model
    refuses(bytes, Reason.MALFORMED, "the event holds a value of no known type, at byte 12");
  }

  private void refuses(byte[] bytes, Reason reason, String message) {
    assertThatThrownBy(() -> codec.decode(bytes))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(message)
        .extracting("reason")
        .isEqualTo(reason);
  }

  private ExampleView expected() {
    byte[] json =
        """
        {"id": "e1", "features": {"a": 0.5, "b": false, "c": "x", "d": ["p", "q"], "e": null}}
        """
            .strip()
            .getBytes(UTF_8);
    return ExampleView.of(codec.decode(json));
  }

  private static int plainSize() {
    Event event = new Event("e1", null, features(), null, 1.0, null);
    return AvroEvents.encode(event).length - AvroMessage.HEADER;
  }

  private static GenericRecord generic() {
    return new GenericRecordBuilder(Event.getClassSchema())
        .set("id", "e1")
        .set("features", features())
        .build();
  }

  private static Map<String, Object> features() {
    Map<String, Object> features = new TreeMap<>();
    features.put("a", 0.5);
    features.put("b", false);
    features.put("c", "x");
    features.put("d", List.of("p", "q"));
    features.put("e", null);
    return features;
  }
}
