package io.bayou.codec.schema;

import static io.bayou.codec.schema.RegistryOptions.Type.APICURIO;
import static io.bayou.codec.schema.RegistryOptions.Type.CONFLUENT;
import static io.bayou.codec.schema.TestRegistry.confluent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.BadRecordException.Reason;
import io.bayou.codec.schema.SchemaId.Kind;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCacheTest {
  private static final SchemaId SEVEN = SchemaId.of(Kind.ID, 7);
  private static final String LONG = "\"long\"";
  private static final String PROTO =
      "syntax = \"proto3\"; import \"other.proto\"; message A { B b = 1; int32 n = 2; }";
  private static final String OTHER_PROTO = "syntax = \"proto3\"; message B { string s = 1; }";

  private final TestRegistry registry = new TestRegistry();

  @AfterEach
  void close() {
    registry.close();
  }

  private SchemaCache confluentCache() {
    return SchemaCache.of(registry.options(CONFLUENT));
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertUnavailable(
      SchemaCache schemas) {
    return assertThatThrownBy(() -> schemas.get(SEVEN))
        .isInstanceOf(SchemaUnavailableException.class);
  }

  @Test
  void shouldAskForASchemaOnce() {
    registry.putSchema(7, "AVRO", LONG);
    SchemaCache schemas = confluentCache();

    WriterSchema first = schemas.get(SEVEN);

    assertThat(first).isEqualTo(new WriterSchema.Avro(Schema.create(Schema.Type.LONG)));
    assertThat(schemas.get(SEVEN)).isSameAs(first);
    assertThat(registry.requests()).containsExactly("/schemas/ids/7");
  }

  @Test
  void shouldFindSchemasByGuid() {
    UUID guid = UUID.fromString("89791762-2336-4186-9674-299b90a802e2");
    registry.put("/schemas/guids/" + guid, "{\"schema\":\"\\\"int\\\"\"}");
    SchemaId id =
        new SchemaId(Kind.GUID, guid.getMostSignificantBits(), guid.getLeastSignificantBits());

    assertThat(confluentCache().get(id))
        .isEqualTo(new WriterSchema.Avro(Schema.create(Schema.Type.INT)));
  }

  /** A refers to B and C, B refers to C. */
  @Test
  void shouldResolveReferencesBetweenAvroSchemas() {
    String c = "{\"type\":\"record\",\"name\":\"C\",\"fields\":[]}";
    String b = "{\"type\":\"record\",\"name\":\"B\",\"fields\":[{\"name\":\"c\",\"type\":\"C\"}]}";
    String toC = "{\"name\":\"C\",\"subject\":\"c value\",\"version\":1}";
    String toB = "{\"name\":\"B\",\"subject\":\"b\",\"version\":2}";
    registry
        .put("/schemas/ids/7", confluent("AVRO", "[\"B\",\"C\"]", "[" + toB + "," + toC + "]"))
        .put("/subjects/b/versions/2", confluent("AVRO", b, "[" + toC + "]"))
        .put("/subjects/c%20value/versions/1", confluent("AVRO", c, "[]"));

    Schema schema = ((WriterSchema.Avro) confluentCache().get(SEVEN)).schema();

    assertThat(schema.getTypes().get(0).getField("c").schema()).isEqualTo(schema.getTypes().get(1));
  }

  /** As descriptors, and as text from a registry that has no descriptors. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadProtobufSchemas(boolean serialized) {
    String references = "[{\"name\":\"other.proto\",\"subject\":\"o\",\"version\":1}]";
    String main = serialized ? serialized(PROTO) : PROTO;
    String other = serialized ? serialized(OTHER_PROTO) : OTHER_PROTO;
    registry
        .put("/schemas/ids/7", confluent("PROTOBUF", PROTO, references))
        .put("/schemas/ids/7?format=serialized", confluent("PROTOBUF", main, references))
        .put("/subjects/o/versions/1?format=serialized", confluent("PROTOBUF", other, "[]"));

    assertIsA(confluentCache().get(SEVEN));
  }

  private static void assertIsA(WriterSchema schema) {
    FieldDescriptor b =
        ((WriterSchema.Protobuf) schema).file().findMessageTypeByName("A").findFieldByName("b");
    assertThat(b.getMessageType().findFieldByName("s").getType())
        .isEqualTo(FieldDescriptor.Type.STRING);
  }

  private static String serialized(String proto) {
    FileDescriptorProto file = ProtoText.parse("default", proto);
    return Base64.getEncoder().encodeToString(file.toByteArray());
  }

  @Test
  void shouldReadJsonWithoutItsSchema() {
    registry.putSchema(7, "JSON", "{}");

    assertThat(confluentCache().get(SEVEN)).isEqualTo(new WriterSchema.Json());
  }

  @Test
  void shouldAskApicurio() {
    String api = "/apis/registry/v3";
    registry.sayNotFound("{\"name\":\"ContentNotFoundException\",\"status\":404}");
    registry
        .put(api + "/ids/globalIds/1", PROTO)
        .put(
            api + "/ids/globalIds/1/references",
            "[{\"groupId\":null,\"artifactId\":\"o\",\"version\":\"1\",\"name\":\"other.proto\"}]")
        .put(api + "/groups/default/artifacts/o/versions/1/content", OTHER_PROTO)
        .put(api + "/groups/default/artifacts/o/versions/1/references", "[]")
        .put(api + "/ids/contentIds/2", LONG)
        .put(api + "/ids/contentIds/3", "{\"type\":\"object\",\"properties\":{}}");
    SchemaCache schemas = SchemaCache.of(registry.options(APICURIO));

    assertIsA(schemas.get(SchemaId.of(Kind.GLOBAL_ID, 1)));
    assertThat(schemas.get(SchemaId.of(Kind.CONTENT_ID, 2)))
        .isEqualTo(new WriterSchema.Avro(Schema.create(Schema.Type.LONG)));
    assertThat(schemas.get(SchemaId.of(Kind.CONTENT_ID, 3))).isEqualTo(new WriterSchema.Json());
    assertThatThrownBy(() -> schemas.get(SchemaId.of(Kind.CONTENT_ID, 4)))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("the schema registry has no content id 4");
  }

  @Test
  void shouldRememberForAWhileThatThereIsNoSchema() {
    AtomicLong now = new AtomicLong();
    RegistryHttp http = new RegistryHttp(registry.options(CONFLUENT));
    SchemaCache schemas = new SchemaCache(new ConfluentRegistry(http), now::get);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> schemas.get(SEVEN))
          .isInstanceOfSatisfying(
              BadRecordException.class,
              e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_SCHEMA))
          .hasMessage("the schema registry has no schema id 7");
    }
    assertThat(registry.requests()).hasSize(1);

    registry.putSchema(7, "AVRO", LONG);
    now.addAndGet(TimeUnit.SECONDS.toNanos(11));

    assertThat(schemas.get(SEVEN)).isInstanceOf(WriterSchema.Avro.class);
  }

  @Test
  void shouldRefuseSchemasThatAreNone() {
    registry.putSchema(7, "AVRO", "{\"type\":\"recor\"}");

    assertThatThrownBy(() -> confluentCache().get(SEVEN))
        .isInstanceOf(BadRecordException.class)
        .hasMessageStartingWith("the schema with schema id 7 cannot be used: not an Avro schema");
  }

  /** What may pass never makes a record a bad one. */
  @ParameterizedTest
  @ValueSource(ints = {400, 403, 429, 500, 503})
  void shouldWaitWhileTheRegistryFails(int status) {
    registry.putSchema(7, "AVRO", LONG).failWith(status);
    SchemaCache schemas = confluentCache();
    assertUnavailable(schemas).hasMessageContaining("with status " + status);

    registry.failWith(0);
    assertThat(schemas.get(SEVEN)).isInstanceOf(WriterSchema.Avro.class);
  }

  /** A wrong URL must not send every record to the dead letters. */
  @Test
  void shouldNotBelieveThe404OfAnotherServer() {
    registry.sayNotFound("<html>not here</html>");
    assertUnavailable(confluentCache()).hasMessageContaining("check schema.registry.url");

    registry.sayNotFound("{\"error_code\":404,\"message\":\"HTTP 404 Not Found\"}");
    assertUnavailable(confluentCache());
  }

  @Test
  void shouldWaitWhileTheRegistryIsAway() {
    RegistryOptions options = registry.options(CONFLUENT);
    registry.close();

    assertUnavailable(SchemaCache.of(options)).hasMessageContaining("cannot be reached");
  }

  @Test
  void shouldNotWaitForeverForAnAnswer() {
    registry.hang();
    RegistryOptions options = registry.options(CONFLUENT);
    RegistryOptions impatient =
        new RegistryOptions(
            options.urls(),
            options.type(),
            options.numbers(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofMillis(100));

    assertUnavailable(SchemaCache.of(impatient));
  }

  @Test
  void shouldTryTheOtherUrls() {
    TestRegistry other = new TestRegistry();
    RegistryOptions options = other.options(CONFLUENT);
    other.close();
    registry.putSchema(7, "AVRO", LONG);
    RegistryOptions both =
        new RegistryOptions(
            List.of(options.urls().get(0), registry.url()),
            CONFLUENT,
            options.numbers(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            options.timeout());

    assertThat(SchemaCache.of(both).get(SEVEN)).isInstanceOf(WriterSchema.Avro.class);
  }

  @Test
  void shouldAuthenticate() {
    registry.putSchema(7, "AVRO", LONG);
    RegistryOptions anonymous = registry.options(CONFLUENT);
    registry.requireAuthorization("Bearer s3cret");

    assertUnavailable(SchemaCache.of(anonymous))
        .hasMessageContaining("status 401; check schema.registry.user.info");
    assertThat(confluentCache().get(SEVEN)).isInstanceOf(WriterSchema.Avro.class);
  }

  @Test
  void shouldNotAskForIdsThatCannotBe() {
    registry.failWith(400);

    assertThatThrownBy(() -> confluentCache().get(SchemaId.of(Kind.ID, -5)))
        .isInstanceOf(BadRecordException.class);
    assertThat(registry.requests()).isEmpty();
  }

  @Test
  void shouldRefuseUrlsThatCannotBeUsed() {
    RegistryOptions options = registry.options(CONFLUENT);
    RegistryOptions wrong =
        new RegistryOptions(
            List.of("http://my_registry:8081"),
            CONFLUENT,
            options.numbers(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            options.timeout());

    assertThatThrownBy(() -> SchemaCache.of(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("my_registry");
  }

  @Test
  void shouldSayThatThereIsNoRegistry() {
    assertThatThrownBy(() -> SchemaCache.of(RegistryOptions.NONE).get(SEVEN))
        .isInstanceOf(BadRecordException.class)
        .hasMessage("the record names schema id 7; set schema.registry.url to read it");
  }
}
