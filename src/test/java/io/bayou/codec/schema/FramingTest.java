package io.bayou.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.schema.RegistryOptions.Numbers;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramingTest {
  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @ParameterizedTest
  @CsvSource({
    "CONFLUENT, AUTO, 00000000070a, ID, 7, 5",
    "CONFLUENT, AUTO, 00800000070a, ID, -2147483641, 5",
    "APICURIO, AUTO, 00000000070a, CONTENT_ID, 7, 5",
    "APICURIO, GLOBAL, 00000000070a, GLOBAL_ID, 7, 5",
    "APICURIO, AUTO, 00000000000000000801, GLOBAL_ID, 8, 9",
    "APICURIO, CONTENT, 00000000000000000801, CONTENT_ID, 8, 9",
  })
  void shouldFindIdsBeforeTheBody(
      RegistryOptions.Type type,
      Numbers numbers,
      String hex,
      SchemaId.Kind kind,
      long id,
      int start) {
    Framing framing = new Framing(type, numbers);

    assertThat(framing.read(bytes(hex), name -> null)).isEqualTo(Framing.Kind.REGISTRY);
    assertThat(framing.id()).isEqualTo(SchemaId.of(kind, id));
    assertThat(framing.names(SchemaId.of(kind, id))).isTrue();
    assertThat(framing.names(SchemaId.of(kind, id + 1))).isFalse();
    assertThat(framing.bodyStart()).isEqualTo(start);
  }

  @Test
  void shouldFindIdsInHeaders() {
    Framing confluent = new Framing(RegistryOptions.Type.CONFLUENT, Numbers.AUTO);
    Map<String, byte[]> headers = Map.of("__value_schema_id", bytes("0000000009"));
    assertThat(confluent.read(bytes("02"), headers::get)).isEqualTo(Framing.Kind.REGISTRY);
    assertThat(confluent.id()).isEqualTo(SchemaId.of(SchemaId.Kind.ID, 9));
    assertThat(confluent.bodyStart()).isZero();

    String guid = "01" + "0000000000000001" + "0000000000000002";
    Map<String, byte[]> guids = Map.of("__value_schema_id", bytes(guid + "0204"));
    confluent.read(bytes("0000000007"), guids::get);
    assertThat(confluent.id()).isEqualTo(new SchemaId(SchemaId.Kind.GUID, 1, 2));
    assertThat(confluent.bodyStart()).isZero();
    assertThat(confluent.headerStart()).isEqualTo(17);

    Framing apicurio = new Framing(RegistryOptions.Type.APICURIO, Numbers.AUTO);
    Map<String, byte[]> content = Map.of("apicurio.value.contentId", bytes("0000000000000003"));
    apicurio.read(bytes("02"), content::get);
    assertThat(apicurio.id()).isEqualTo(SchemaId.of(SchemaId.Kind.CONTENT_ID, 3));
  }

  @Test
  void shouldFindFingerprints() {
    Framing framing = new Framing(RegistryOptions.Type.CONFLUENT, Numbers.AUTO);

    assertThat(framing.read(bytes("c301020000000000000000"), name -> null))
        .isEqualTo(Framing.Kind.FINGERPRINT);
    assertThat(framing.fingerprint()).isEqualTo(2);
    assertThat(framing.bodyStart()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({"''", "00", "00000001", "7b7d", "c301", "0a0162"})
  void shouldFindNothingElsewhere(String hex) {
    Framing framing = new Framing(RegistryOptions.Type.CONFLUENT, Numbers.AUTO);

    assertThat(framing.read(bytes(hex), name -> null)).isEqualTo(Framing.Kind.NONE);
    assertThat(framing.bodyStart()).isZero();
  }

  @Test
  void shouldRefuseHeadersThatAreNoIds() {
    Map<String, byte[]> headers = Map.of("__value_schema_id", bytes("02"));
    Framing framing = new Framing(RegistryOptions.Type.CONFLUENT, Numbers.AUTO);

    assertThatThrownBy(() -> framing.read(bytes("00"), headers::get))
        .isInstanceOf(BadRecordException.class);
  }
}
