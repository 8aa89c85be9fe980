package io.bayou.codec.mapping;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.WrappersProto;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random message types with all types of Protobuf, and random messages. */
final class RandomProtobuf {
  private static final List<String> KNOWN =
      List.of(
          ".google.protobuf.Timestamp",
          ".google.protobuf.Duration",
          ".google.protobuf.DoubleValue",
          ".google.protobuf.StringValue",
          ".google.protobuf.BoolValue",
          ".google.protobuf.Struct");

  private final RandomGenerator random;
  private final boolean isProto3;
  private final FileDescriptorProto.Builder file =
      FileDescriptorProto.newBuilder().setName("t.proto").setPackage("t");

  RandomProtobuf(RandomGenerator random) {
    this.random = random;
    isProto3 = random.nextBoolean();
    file.setSyntax(isProto3 ? "proto3" : "proto2");
    EnumDescriptorProto.Builder color = file.addEnumTypeBuilder().setName("Color");
    for (int i = 0; i < 3; i++) {
      color.addValue(EnumValueDescriptorProto.newBuilder().setName("C" + i).setNumber(i));
    }
  }

  /** The last of some messages, which hold each other. */
  Descriptor message() throws DescriptorValidationException {
    for (int i = 0; i < 3; i++) {
      addMessage(i);
    }
    FileDescriptor[] known = {
      TimestampProto.getDescriptor(),
      DurationProto.getDescriptor(),
      WrappersProto.getDescriptor(),
      StructProto.getDescriptor()
    };
    for (FileDescriptor dependency : known) {
      file.addDependency(dependency.getName());
    }
    return FileDescriptor.buildFrom(file.build(), known).findMessageTypeByName("M2");
  }

  private void addMessage(int index) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName("M" + index);
    message.addOneofDecl(OneofDescriptorProto.newBuilder().setName("choice"));
    int fields = 2 + random.nextInt(8);
    for (int i = 0; i < fields; i++) {
      int number = random.nextInt(8) == 0 ? 300 + i : i + 1;
      FieldDescriptorProto.Builder field =
          FieldDescriptorProto.newBuilder().setName("f" + i).setNumber(number);
      if (random.nextInt(8) == 0) {
        map(message, field, index);
      } else {
        type(field, index);
        label(field, i < 2);
      }
      message.addField(field);
    }
    file.addMessageType(message);
  }

  /* A oneof needs a field. */
  private void label(FieldDescriptorProto.Builder field, boolean oneOf) {
    if (oneOf) {
      field.setOneofIndex(0).setLabel(Label.LABEL_OPTIONAL);
    } else if (random.nextInt(3) == 0) {
      field.setLabel(Label.LABEL_REPEATED);
    } else {
      field.setLabel(Label.LABEL_OPTIONAL);
    }
  }

  private void type(FieldDescriptorProto.Builder field, int index) {
    FieldDescriptorProto.Type[] types = FieldDescriptorProto.Type.values();
    FieldDescriptorProto.Type type = types[random.nextInt(types.length)];
    if (type == FieldDescriptorProto.Type.TYPE_GROUP
        || type == FieldDescriptorProto.Type.TYPE_MESSAGE) {
      field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE);
      field.setTypeName(
          random.nextBoolean()
              ? KNOWN.get(random.nextInt(KNOWN.size()))
              : ".t.M" + random.nextInt(index + 1));
    } else {
      field.setType(type);
      if (type == FieldDescriptorProto.Type.TYPE_ENUM) {
        field.setTypeName(".t.Color");
      }
    }
  }

  private void map(DescriptorProto.Builder message, FieldDescriptorProto.Builder field, int index) {
    List<FieldDescriptorProto.Type> keys =
        List.of(
            FieldDescriptorProto.Type.TYPE_STRING,
            FieldDescriptorProto.Type.TYPE_BOOL,
            FieldDescriptorProto.Type.TYPE_INT32,
            FieldDescriptorProto.Type.TYPE_FIXED64);
    String name = "F" + field.getName().substring(1) + "Entry";
    FieldDescriptorProto.Builder value =
        FieldDescriptorProto.newBuilder().setName("value").setNumber(2);
    type(value, index);
    message.addNestedType(
        DescriptorProto.newBuilder()
            .setName(name)
            .setOptions(MessageOptions.newBuilder().setMapEntry(true))
            .addField(
                FieldDescriptorProto.newBuilder()
                    .setName("key")
                    .setNumber(1)
                    .setLabel(Label.LABEL_OPTIONAL)
                    .setType(keys.get(random.nextInt(keys.size()))))
            .addField(value.setLabel(Label.LABEL_OPTIONAL)));
    field
        .setLabel(Label.LABEL_REPEATED)
        .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
        .setTypeName(".t." + message.getName() + "." + name);
  }

  DynamicMessage message(Descriptor type, int depth) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (FieldDescriptor field : type.getFields()) {
      if (field.isRepeated()) {
        for (int i = depth > 0 ? random.nextInt(3) : 0; i > 0; i--) {
          message.addRepeatedField(field, value(field, depth));
        }
      } else if (random.nextBoolean() && (depth > 0 || !isMessage(field))) {
        message.setField(field, value(field, depth));
      }
    }
    return message.build();
  }

  private static boolean isMessage(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
  }

  private Object value(FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt() >> random.nextInt(32);
      case LONG -> random.nextLong() >> random.nextInt(64);
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextGaussian();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> "text-é".substring(0, random.nextInt(7));
      case BYTE_STRING -> ByteString.copyFrom(new byte[] {(byte) random.nextInt()});
      case ENUM -> field.getEnumType().findValueByNumber(enumNumber(field));
      case MESSAGE -> message(field.getMessageType(), depth - 1);
    };
  }

  private int enumNumber(FieldDescriptor field) {
    return random.nextInt(field.getEnumType().getValues().size());
  }
}
