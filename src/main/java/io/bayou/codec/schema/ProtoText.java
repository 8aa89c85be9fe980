package io.bayou.codec.schema;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads messages and enums from the text of a .proto file, which is what most registries store.
 * Options, services and extensions have no part in how bytes are read: they are passed over.
 */
final class ProtoText {
  /* A library that does so (wire-schema) brings 7.7 MB with it: Guava, Kotlin's reflection, code
   * generators (decision 28). */
  private static final int MAX_DEPTH = 50;

  private static final Map<String, FieldDescriptorProto.Type> SCALARS =
      Stream.of(FieldDescriptorProto.Type.values())
          .filter(type -> type != FieldDescriptorProto.Type.TYPE_MESSAGE)
          .filter(type -> type != FieldDescriptorProto.Type.TYPE_GROUP)
          .filter(type -> type != FieldDescriptorProto.Type.TYPE_ENUM)
          .collect(
              Collectors.toMap(
                  type -> type.name().substring("TYPE_".length()).toLowerCase(Locale.ROOT),
                  Function.identity()));

  private final ProtoTokens in;
  private final FileDescriptorProto.Builder file;
  private boolean isProto3;
  private int depth;

  private ProtoText(String name, String text) {
    in = new ProtoTokens(text);
    file = FileDescriptorProto.newBuilder().setName(name);
  }

  /**
   * @throws IllegalArgumentException if the text is not a .proto file
   */
  static FileDescriptorProto parse(String name, String text) {
    return new ProtoText(name, text).read();
  }

  private FileDescriptorProto read() {
    while (!in.isAtEnd()) {
      switch (in.peek()) {
        case "syntax" -> syntax();
        case "import" -> imports();
        case "package" -> {
          in.next();
          file.setPackage(in.name());
          in.require(";");
        }
        case "message" -> file.addMessageType(message());
        case "enum" -> file.addEnumType(enumeration());
        case "option", "edition", "service", "extend" -> in.skipStatement();
        default -> in.require(";");
      }
    }
    return file.build();
  }

  /* An edition has presence by default, as proto2 has. */
  private void syntax() {
    in.next();
    in.require("=");
    String syntax = in.string();
    in.require(";");
    isProto3 = syntax.equals("proto3");
    file.setSyntax(syntax);
  }

  private void imports() {
    in.next();
    boolean isPublic = in.take("public");
    in.take("weak");
    file.addDependency(in.string());
    if (isPublic) {
      file.addPublicDependency(file.getDependencyCount() - 1);
    }
    in.require(";");
  }

  private DescriptorProto message() {
    in.require("message");
    return body(in.name());
  }

  private DescriptorProto body(String name) {
    if (++depth > MAX_DEPTH) {
      throw new IllegalArgumentException("messages lie within messages, deeper than " + MAX_DEPTH);
    }
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    in.require("{");
    while (!in.take("}")) {
      switch (in.peek()) {
        case "message" -> message.addNestedType(message());
        case "enum" -> message.addEnumType(enumeration());
        case "oneof" -> oneof(message);
        case "map" -> map(message);
        case "option", "extensions", "reserved", "extend" -> in.skipStatement();
        case ";" -> in.next();
        default -> field(message, Optional.empty());
      }
    }
    addPresence(message);
    depth--;
    return message.build();
  }

  /* In proto3 an optional field is the only one of a oneof; these come after all others. */
  private static void addPresence(DescriptorProto.Builder message) {
    for (FieldDescriptorProto.Builder field : message.getFieldBuilderList()) {
      if (field.getProto3Optional()) {
        field.setOneofIndex(message.getOneofDeclCount());
        message.addOneofDecl(OneofDescriptorProto.newBuilder().setName("_" + field.getName()));
      }
    }
  }

  private void oneof(DescriptorProto.Builder message) {
    in.next();
    int index = message.getOneofDeclCount();
    message.addOneofDecl(OneofDescriptorProto.newBuilder().setName(in.name()));
    in.require("{");
    while (!in.take("}")) {
      if (in.peek().equals("option")) {
        in.skipStatement();
      } else if (!in.take(";")) {
        field(message, Optional.of(index));
      }
    }
  }

  private void field(DescriptorProto.Builder message, Optional<Integer> oneof) {
    FieldDescriptorProto.Builder field = FieldDescriptorProto.newBuilder();
    field.setLabel(Label.LABEL_OPTIONAL);
    if (in.take("repeated")) {
      field.setLabel(Label.LABEL_REPEATED);
    } else if (in.take("optional")) {
      field.setProto3Optional(isProto3);
    } else {
      in.take("required"); // readers do not insist
    }
    oneof.ifPresent(field::setOneofIndex);
    String type = in.name();
    String name = in.name();
    in.require("=");
    field.setNumber(in.number());
    in.skipOptions();
    if (type.equals("group")) {
      message.addNestedType(body(name));
      field.setType(FieldDescriptorProto.Type.TYPE_GROUP).setTypeName(name);
      field.setName(name.toLowerCase(Locale.ROOT));
    } else {
      setType(field, type).setName(name);
      in.require(";");
    }
    message.addField(field);
  }

  /* Whether a name is a message or an enum is found out with all files at hand. */
  private static FieldDescriptorProto.Builder setType(
      FieldDescriptorProto.Builder field, String type) {
    FieldDescriptorProto.Type scalar = SCALARS.get(type);
    return scalar == null ? field.setTypeName(type) : field.setType(scalar);
  }

  private void map(DescriptorProto.Builder message) {
    in.next();
    in.require("<");
    String key = in.name();
    in.require(",");
    String value = in.name();
    in.require(">");
    String name = in.name();
    in.require("=");
    int number = in.number();
    in.skipOptions();
    in.require(";");
    String entry = entryName(name);
    message.addNestedType(
        DescriptorProto.newBuilder()
            .setName(entry)
            .setOptions(MessageOptions.newBuilder().setMapEntry(true))
            .addField(setType(optional("key", 1), key))
            .addField(setType(optional("value", 2), value)));
    message.addField(
        optional(name, number)
            .setLabel(Label.LABEL_REPEATED)
            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
            .setTypeName(entry));
  }

  private static FieldDescriptorProto.Builder optional(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(Label.LABEL_OPTIONAL);
  }

  private static String entryName(String field) {
    StringBuilder name = new StringBuilder();
    for (String part : field.split("_")) {
      if (!part.isEmpty()) {
        name.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
      }
    }
    return name + "Entry";
  }

  private EnumDescriptorProto enumeration() {
    in.next();
    EnumDescriptorProto.Builder enumeration = EnumDescriptorProto.newBuilder().setName(in.name());
    in.require("{");
    while (!in.take("}")) {
      if (in.peek().equals("option") || in.peek().equals("reserved")) {
        in.skipStatement();
      } else if (!in.take(";")) {
        EnumValueDescriptorProto.Builder value =
            EnumValueDescriptorProto.newBuilder().setName(in.name());
        in.require("=");
        enumeration.addValue(value.setNumber(in.number()));
        in.skipOptions();
        in.require(";");
      }
    }
    return enumeration.build();
  }
}
