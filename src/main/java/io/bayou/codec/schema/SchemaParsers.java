package io.bayou.codec.schema;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.NameValidator;
import org.apache.avro.Schema;

/** Schemas from their texts. All throw IllegalArgumentException for what is no schema. */
public final class SchemaParsers {
  private SchemaParsers() {}

  /** An Avro schema, as in a file .avsc. */
  public static WriterSchema.Avro avro(String text) {
    return avro(text, Map.of());
  }

  /** A set of Protobuf descriptors in Base64, as written by {@code protoc --descriptor_set_out}. */
  public static WriterSchema.Protobuf protobuf(String base64) {
    return withLibrary(() -> ProtobufSchemas.ofSet(base64));
  }

  static WriterSchema parse(SchemaText schema) {
    return switch (schema.type()) {
      case AVRO -> avro(schema.text(), schema.references());
      case PROTOBUF -> withLibrary(() -> ProtobufSchemas.of(schema));
      case JSON -> new WriterSchema.Json();
    };
  }

  /* Names and defaults are not ours to judge: a producer uses the schema already. */
  private static WriterSchema.Avro avro(String text, Map<String, String> references) {
    try {
      Schema.Parser parser = new Schema.Parser(NameValidator.NO_VALIDATION);
      parser.setValidateDefaults(false);
      references.values().stream().filter(other -> !other.isEmpty()).forEach(parser::parse);
      return new WriterSchema.Avro(parser.parse(text));
    } catch (AvroRuntimeException e) {
      throw new IllegalArgumentException("not an Avro schema: " + e.getMessage(), e);
    }
  }

  /* Programs that use the client for other records leave the library of Protobuf out. */
  private static WriterSchema.Protobuf withLibrary(Supplier<WriterSchema.Protobuf> schema) {
    try {
      return schema.get();
    } catch (NoClassDefFoundError e) {
      throw new IllegalArgumentException(
          "Protobuf is read with its own library, which is not on the class path; add"
              + " com.google.protobuf:protobuf-java",
          e);
    }
  }
}
