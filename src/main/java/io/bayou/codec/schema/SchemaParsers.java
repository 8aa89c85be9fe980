package io.bayou.codec.schema;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
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
    try {
      FileDescriptorSet set = FileDescriptorSet.parseFrom(Base64.getMimeDecoder().decode(base64));
      if (set.getFileCount() == 0) {
        throw new IllegalArgumentException("the descriptor set holds no file");
      }
      Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
      set.getFileList().forEach(file -> files.put(file.getName(), file));
      return new ProtobufFiles(files).build(set.getFile(set.getFileCount() - 1));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("not a Protobuf descriptor set: " + e.getMessage(), e);
    }
  }

  static WriterSchema parse(SchemaText schema) {
    return switch (schema.type()) {
      case AVRO -> avro(schema.text(), schema.references());
      case PROTOBUF -> protobuf(schema);
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

  private static WriterSchema.Protobuf protobuf(SchemaText schema) {
    Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
    schema
        .references()
        .forEach(
            (name, text) -> {
              if (!text.isEmpty()) {
                files.put(name, file(name, text));
              }
            });
    return new ProtobufFiles(files).build(file("schema.proto", schema.text()));
  }

  /* Confluent's registry serializes the descriptor on demand; others have the text only. */
  private static FileDescriptorProto file(String name, String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return FileDescriptorProto.parseFrom(bytes).toBuilder().setName(name).build();
    } catch (IllegalArgumentException | InvalidProtocolBufferException e) {
      return ProtoText.parse(name, text); // says what is wrong if it is not that either
    }
  }
}
