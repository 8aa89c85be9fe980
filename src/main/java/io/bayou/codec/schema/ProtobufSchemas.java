package io.bayou.codec.schema;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Schemas of Protobuf from their texts. All throw IllegalArgumentException for what is none. */
final class ProtobufSchemas {
  private ProtobufSchemas() {}

  /** A set of descriptors in Base64. */
  static WriterSchema.Protobuf ofSet(String base64) {
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

  static WriterSchema.Protobuf of(SchemaText schema) {
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
