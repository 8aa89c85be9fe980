package io.bayou.codec.mapping;

import static io.bayou.codec.schema.RegistryOptions.Type.APICURIO;
import static io.bayou.codec.schema.RegistryOptions.Type.CONFLUENT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Timestamp;
import com.google.protobuf.TimestampProto;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.codec.schema.TestRegistry;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records with their framing, through the decoder. */
class SchemaRecordReaderTest {
  private static final String AVRO =
      """
      {"type": "record", "name": "Order", "fields": [
        {"name": "ref", "type": "string"}, {"name": "total", "type": "int"}]}
      """;
  private static final String BODY = "024106"; // A and 3
  private static final Map<String, Object> ORDER = Map.of("ref", "A", "total", 3.0);

  private static final String PROTO =
      """
      syntax = "proto3"; package shop;
      message Other { map<string, string> m = 1; message Inner { int32 total = 2; } }
      message Order { string ref = 1; int32 total = 2; }
      """;
  private static final String MESSAGE = "0a01411003";

  private final TestRegistry registry = new TestRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private RecordDecoder decoder(RegistryOptions.Type type) {
    RegistryOptions options = registry.options(type);
    return new RecordDecoder(EventLimits.DEFAULT, options, SchemaCache.of(options));
  }

  private static Map<String, Object> read(
      RecordDecoder decoder, RecordFormat format, String hex, Map<String, byte[]> headers) {
    Wanted wanted = Wanted.of("ref", "total");
    RawRecord record = new RawRecord(null, HexFormat.of().parseHex(hex), headers::get, 0);
    decoder.read(record, format, wanted.tree(), wanted.values());
    return wanted.found();
  }

  private static Map<String, Object> read(RecordDecoder decoder, String hex) {
    return read(decoder, RecordFormat.AUTO, hex, Map.of());
  }

  private static RecordFormat given(Encoding encoding, String schema, String message) {
    return new RecordFormat(
        encoding, Envelope.NONE, Optional.of(schema), Optional.ofNullable(message));
  }

  @Test
  void shouldReadAvroByTheIdBeforeIt() {
    registry.putSchema(7, "AVRO", AVRO).putSchema(8, "AVRO", AVRO.replace("total", "sum"));
    RecordDecoder decoder = decoder(CONFLUENT);

    assertThat(read(decoder, "0000000007" + BODY)).isEqualTo(ORDER);
    assertThat(read(decoder, "0000000008" + BODY)).isEqualTo(Map.of("ref", "A"));
    assertThat(read(decoder, "0000000007" + BODY)).isEqualTo(ORDER);
    assertThat(registry.requests()).hasSize(2);
  }

  @Test
  void shouldReadAvroByTheIdInAHeader() {
    registry.putSchema(7, "AVRO", AVRO);
    Map<String, byte[]> headers =
        Map.of("__value_schema_id", HexFormat.of().parseHex("0000000007"));

    assertThat(read(decoder(CONFLUENT), RecordFormat.AUTO, BODY, headers)).isEqualTo(ORDER);
  }

  @Test
  void shouldReadJsonBehindAnId() {
    registry.putSchema(7, "JSON", "{}");
    String json = HexFormat.of().formatHex("{\"ref\": \"A\", \"total\": 3}".getBytes(UTF_8));

    assertThat(read(decoder(CONFLUENT), "0000000007" + json)).isEqualTo(ORDER);
    assertThat(read(decoder(CONFLUENT), json)).isEqualTo(ORDER);
  }

  @Test
  void shouldReadTheMessageThatARecordSaysItIs() {
    registry.putSchema(7, "PROTOBUF", PROTO);
    registry.put(
        "/schemas/ids/7?format=serialized",
        "{\"schemaType\":\"PROTOBUF\",\"schema\":\"not Base64\"}");
    assertThatThrownBy(() -> read(decoder(CONFLUENT), "00000000070204" + MESSAGE))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("cannot be used");

    registry.put("/schemas/ids/7?format=serialized", "{\"schema\":" + quoted(PROTO) + "}");
    RecordDecoder decoder = decoder(CONFLUENT);

    assertThat(read(decoder, "00000000070202" + MESSAGE)).isEqualTo(ORDER); // [1]
    assertThat(read(decoder, "0000000007040000" + "1005")).isEqualTo(Map.of("total", 5.0));
    assertThat(read(decoder, "000000000700" + "1005")).isEmpty(); // the first one
    assertThatThrownBy(() -> read(decoder, "00000000070204" + MESSAGE))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("the record is message 2, which its schema does not have");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  @Test
  void shouldReadRecordsOfApicurio() {
    String ids = "/apis/registry/v3/ids/";
    registry
        .put(ids + "globalIds/1", PROTO)
        .put(ids + "globalIds/1/references", "[]")
        .put(ids + "contentIds/2", AVRO)
        .put(ids + "contentIds/2/references", "[]");
    RecordDecoder decoder = decoder(APICURIO);
    String name = "070a05" + HexFormat.of().formatHex("Order".getBytes(UTF_8));
    Map<String, byte[]> headers =
        Map.of(
            "apicurio.value.globalId",
            new byte[] {0, 0, 0, 0, 0, 0, 0, 1},
            "apicurio.value.protobuf.type",
            "Order".getBytes(UTF_8));

    assertThat(read(decoder, "00" + "0000000000000001" + name + MESSAGE)).isEqualTo(ORDER);
    assertThat(read(decoder, "00" + "00000002" + BODY)).isEqualTo(ORDER);
    assertThat(read(decoder, RecordFormat.AUTO, MESSAGE, headers)).isEqualTo(ORDER);
  }

  /** A bare record, one behind an id, and one behind a fingerprint. */
  @Test
  void shouldReadAvroByTheSchemaOfTheSpec() {
    RecordFormat format = given(Encoding.AVRO, AVRO, null);
    RecordDecoder decoder = new RecordDecoder(EventLimits.DEFAULT);
    long fingerprint = SchemaNormalization.parsingFingerprint64(new Schema.Parser().parse(AVRO));
    String littleEndian = HexFormat.of().toHexDigits(Long.reverseBytes(fingerprint));

    assertThat(read(decoder, format, BODY, Map.of())).isEqualTo(ORDER);
    assertThat(read(decoder, format, "0000000007" + BODY, Map.of())).isEqualTo(ORDER);
    assertThat(read(decoder, format, "0006", Map.of())).isEqualTo(Map.of("ref", "", "total", 3.0));
    assertThat(read(decoder, format, "c301" + littleEndian + BODY, Map.of())).isEqualTo(ORDER);
    assertThatThrownBy(() -> read(decoder, format, "c3010000000000000000" + BODY, Map.of()))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("fingerprint 0000000000000000");
  }

  @Test
  void shouldReadProtobufByTheDescriptorsOfTheSpec() {
    FileDescriptorSet set =
        FileDescriptorSet.newBuilder().addFile(TimestampProto.getDescriptor().toProto()).build();
    String schema = Base64.getEncoder().encodeToString(set.toByteArray());
    byte[] time = Timestamp.newBuilder().setSeconds(2).build().toByteArray();
    RecordDecoder decoder = new RecordDecoder(EventLimits.DEFAULT);
    Wanted wanted = Wanted.of("seconds");

    for (String name : new String[] {null, "google.protobuf.Timestamp"}) {
      RecordFormat format = given(Encoding.PROTOBUF, schema, name);
      wanted.values().clear();
      decoder.read(RawRecord.of(time, 0), format, wanted.tree(), wanted.values());
      assertThat(wanted.found()).isEqualTo(Map.of("seconds", 2.0));
    }
    assertThatThrownBy(
            () ->
                decoder.read(
                    RawRecord.of(time, 0),
                    given(Encoding.PROTOBUF, schema, "Order"),
                    wanted.tree(),
                    wanted.values()))
        .hasMessage("the schema of the record has no message 'Order'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"02", "c30101", "c301000000000000000000"})
  void shouldRefuseRecordsWithoutASchema(String hex) {
    assertThatThrownBy(
            () ->
                read(
                    decoder(CONFLUENT),
                    new RecordFormat(
                        Encoding.AVRO, Envelope.NONE, Optional.empty(), Optional.empty()),
                    hex,
                    Map.of()))
        .isInstanceOfSatisfying(
            BadRecordException.class,
            e -> assertThat(e.reason()).isIn(Reason.UNKNOWN_FORMAT, Reason.UNKNOWN_SCHEMA))
        .hasMessageContaining("in the spec");
  }

  /** Waits, and goes on with the same record once the registry is back. */
  @Test
  void shouldWaitForTheRegistry() {
    registry.putSchema(7, "AVRO", AVRO).failWith(503);
    RecordDecoder decoder = decoder(CONFLUENT);
    assertThatThrownBy(() -> read(decoder, "0000000007" + BODY))
        .isInstanceOf(SchemaUnavailableException.class);

    registry.failWith(0);
    assertThat(read(decoder, "0000000007" + BODY)).isEqualTo(ORDER);

    registry.failWith(503);
    assertThatThrownBy(() -> read(decoder, "0000000009" + BODY))
        .isInstanceOf(SchemaUnavailableException.class);
    assertThat(read(decoder, "0000000007" + BODY)).isEqualTo(ORDER); // known already
  }

  /** Without a registry it would wait for ever. */
  @Test
  void shouldRefuseARecordOfARegistryThatIsNotSet() {
    assertThatThrownBy(() -> read(new RecordDecoder(EventLimits.DEFAULT), "0000000007" + BODY))
        .isInstanceOf(BadRecordException.class)
        .hasMessageContaining("set schema.registry.url");
  }
}
