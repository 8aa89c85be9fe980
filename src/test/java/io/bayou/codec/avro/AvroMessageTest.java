package io.bayou.codec.avro;

import static io.bayou.codec.avro.GeneratedClasses.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.avro.ModelSnapshot;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroMessageTest {
  /* A field is new today ("row" and more), one is gone ("note"). */
  private static final Schema EARLIER =
      SchemaBuilder.record("ModelSnapshot")
          .namespace("io.bayou.avro")
          .fields()
          .optionalString("note")
          .name("model")
          .type()
          .stringType()
          .stringDefault("")
          .endRecord();

  private final AvroMessage<ModelSnapshot> messages =
      new AvroMessage<>("the snapshot", ModelSnapshot.getClassSchema(), List.of(EARLIER));

  @Test
  void shouldReadWhatAnEarlierSchemaWrote() throws IOException {
    GenericRecord old =
        new GenericRecordBuilder(EARLIER).set("model", "spam").set("note", "gone").build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new BinaryMessageEncoder<>(GenericData.get(), EARLIER).encode(old, bytes);

    ModelSnapshot read = messages.decode(bytes.toByteArray());

    ModelSnapshot expected = trusted(() -> ModelSnapshot.newBuilder().setModel("spam").build());
    assertThat(read).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Event", "Prediction", "ModelDefinition", "ModelSnapshot", "Evaluation"})
  void shouldKnowEveryPublishedSchema(String name) {
    assertThat(AvroMessage.published(name))
        .isNotEmpty()
        .extracting(Schema::getName)
        .containsOnly(name);
  }

  @Test
  void shouldRefuseASchemaThatItDoesNotKnow() {
    byte[] bytes = messages.encode(snapshot());
    bytes[2]++;
    assertThatThrownBy(() -> messages.decode(bytes))
        .isInstanceOf(BadRecordException.class)
        .hasMessageMatching(
            "the snapshot has a schema with fingerprint [0-9A-F]{16}, which this build does not"
                + " know; deploy the new reader before the new writer")
        .extracting("reason")
        .isEqualTo(Reason.UNKNOWN_SCHEMA);
  }

  @Test
  void shouldRefuseOtherFormats() {
    refuses(new byte[] {'{', '}'}, Reason.UNKNOWN_FORMAT, "not in Avro's single-object encoding");
    refuses(new byte[] {(byte) 0xC3, 2}, Reason.UNKNOWN_FORMAT, "single-object encoding");
    refuses(new byte[0], Reason.MALFORMED, "the snapshot is empty");
    refuses(null, Reason.MALFORMED, "the snapshot is empty");
  }

  @Test
  void shouldRefuseEveryTruncation() {
    byte[] bytes = messages.encode(snapshot());
    for (int length = 0; length < bytes.length; length++) {
      refuses(Arrays.copyOf(bytes, length), Reason.MALFORMED, "the snapshot ");
    }
  }

  @Test
  void shouldRefuseTrailingBytes() {
    byte[] bytes = messages.encode(snapshot());
    refuses(
        Arrays.copyOf(bytes, bytes.length + 1),
        Reason.MALFORMED,
        "the snapshot continues after its last field");
  }

  /* After the format: a model's name, then more than there is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "02" + "feffffff0f", // a string of 2 GiB
        "02" + "ffffffffffffffffff01", // a string of negative length
        "02" + "00" + "02" + "00" + "00" + "00" + "00" + "02" + "feffffff0f", // 2^31 - 1 entries
        "02" + "00" + "02" + "00" + "00" + "00" + "00" + "02" + "ffffffffffffffffff01", // -2^63
      })
  void shouldTakeNoMemoryForBytesThatAreNotThere(String body) {
    String header = HexFormat.of().formatHex(Arrays.copyOf(messages.encode(snapshot()), 10));
    refuses(HexFormat.of().parseHex(header + body), Reason.MALFORMED, "the snapshot ");
  }

  @Test
  void shouldRefuseBadUtf8() {
    byte[] bytes = messages.encode(snapshot());
    bytes[12] = (byte) 0xFF;
    refuses(
        bytes, Reason.MALFORMED, "the snapshot is garbled: a text is not valid UTF-8 at byte 0");
  }

  @Test
  void shouldNameTheSchemaByItsFingerprint() {
    byte[] fingerprint = Arrays.copyOfRange(messages.encode(snapshot()), 2, 10);
    long expected = SchemaNormalization.parsingFingerprint64(ModelSnapshot.getClassSchema());
    assertThat(HexFormat.of().formatHex(fingerprint))
        .isEqualTo(String.format("%016x", Long.reverseBytes(expected)));
  }

  private void refuses(byte[] bytes, Reason reason, String message) {
    assertThatThrownBy(() -> messages.decode(bytes))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining(message)
        .extracting("reason")
        .isEqualTo(reason);
  }

  private static ModelSnapshot snapshot() {
    return trusted(() -> ModelSnapshot.newBuilder().setModel("spam").setRow("class/ham").build());
  }
}
