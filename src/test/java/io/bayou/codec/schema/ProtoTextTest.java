package io.bayou.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import io.bayou.Property;
import io.bayou.codec.Mutations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtoTextTest {
  private static final String PAYMENT =
      """
      // A payment /* not a comment
      syntax = "proto3";
      package shop.v1;
      import "google/protobuf/timestamp.proto";
      import public "google/type/money.proto"; /* not
        there */
      option java_package = "com.shop"; option (custom) = { a: "}" b: [1, 2] };

      enum Country { option allow_alias = true; UNKNOWN = 0; FR = 1 [deprecated = true]; OLD = -1;
        reserved 7, 10 to max; }
      message Payment {
        reserved 3, 9 to 11; reserved "former";
        message Item { string sku = 1; repeated double prices = 0x2 [packed = false]; }
        string id = 1 [(validate.rules).string = {min_len: 1, pattern: "[a-z];"}];
        optional int64 amount = 2;
        .shop.v1.Country country = 4;
        repeated Payment.Item items = 5;
        map<string, Item> by_sku = 6;
        oneof method { option (x) = 1; string card = 7; Payment refund = 8; }
        google.protobuf.Timestamp at = 12; bool message = 13;
      }
      extend Payment { string more = 100; }
      service Payments { rpc Get (Payment) returns (stream Payment) { option (http) = "a"; } }
      """;

  private static Descriptor payment() {
    SchemaText text = new SchemaText(SchemaText.Type.PROTOBUF, PAYMENT, Map.of());
    return ((WriterSchema.Protobuf) SchemaParsers.parse(text))
        .file()
        .findMessageTypeByName("Payment");
  }

  private static FieldDescriptor field(String name) {
    return payment().findFieldByName(name);
  }

  @Test
  void shouldReadMessagesAndEnums() {
    assertThat(payment().getFullName()).isEqualTo("shop.v1.Payment");
    assertThat(payment().getFields()).hasSize(9);
    assertThat(field("country").getEnumType().findValueByNumber(-1).getName()).isEqualTo("OLD");
    assertThat(field("items").isRepeated()).isTrue();
    assertThat(field("items").getMessageType().findFieldByNumber(2).getType())
        .isEqualTo(FieldDescriptor.Type.DOUBLE);
    assertThat(field("at").getMessageType().getFullName()).isEqualTo("google.protobuf.Timestamp");
    assertThat(field("message").getJavaType()).isEqualTo(JavaType.BOOLEAN);
  }

  @Test
  void shouldKnowPresence() {
    assertThat(field("id").hasPresence()).isFalse();
    assertThat(field("amount").hasPresence()).isTrue();
    assertThat(field("amount").getRealContainingOneof()).isNull();
    assertThat(field("card").getRealContainingOneof().getName()).isEqualTo("method");
    assertThat(field("refund").getMessageType().getFullName()).isEqualTo("shop.v1.Payment");
  }

  @Test
  void shouldReadMapsAndGroups() {
    assertThat(field("by_sku").isMapField()).isTrue();
    assertThat(field("by_sku").getMessageType().findFieldByNumber(2).getMessageType().getName())
        .isEqualTo("Item");
    String old = "message A { required group Part = 1 { optional string x = 2; } }";
    SchemaText text = new SchemaText(SchemaText.Type.PROTOBUF, old, Map.of());
    FieldDescriptor part =
        ((WriterSchema.Protobuf) SchemaParsers.parse(text))
            .file()
            .findMessageTypeByName("A")
            .findFieldByName("part");
    assertThat(part.getType()).isEqualTo(FieldDescriptor.Type.GROUP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"message", "message A {", "x", "message A { string s = ; }", "\"", "{}"})
  void shouldSayWhatIsWrong(String text) {
    assertThatThrownBy(() -> ProtoText.parse("a.proto", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".proto");
  }

  @Test
  void shouldReadOrRefuseAnyText() {
    Mutations mutations = new Mutations(List.of(PAYMENT.getBytes(StandardCharsets.UTF_8)));
    Property.forAll(
        3_000,
        random -> {
          String text = new String(mutations.next(random), StandardCharsets.UTF_8);
          SchemaText schema = new SchemaText(SchemaText.Type.PROTOBUF, text, Map.of());
          try {
            assertThat(SchemaParsers.parse(schema)).isNotNull();
          } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching("(?s).*(Protobuf|proto|within).*");
          }
        });
  }
}
