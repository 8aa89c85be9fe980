package io.bayou.codec.mapping;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.bayou.codec.expression.RecordValues;
import java.util.Base64;
import java.util.List;

/** Reads the values of Protobuf that are no messages. */
final class ProtobufScalars {
  private static final String NULL = "google.protobuf.NullValue";
  private static final int SECONDS = 1 << 3 | ProtobufWire.VARINT;
  private static final int NANOS = 2 << 3 | ProtobufWire.VARINT;

  private final BinaryInput in;

  ProtobufScalars(BinaryInput in) {
    this.in = in;
  }

  void put(ProtobufStep step, RecordValues values) {
    int slot = step.slot;
    boolean text = step.tree.wantsText();
    switch (step.type) {
      case DOUBLE -> values.number(slot, Double.longBitsToDouble(in.eight()));
      case FLOAT -> Numbers.put(values, slot, Float.intBitsToFloat(in.four()), text);
      case UINT64 -> Numbers.putUnsigned(values, slot, in.varint(), text);
      case FIXED64 -> Numbers.putUnsigned(values, slot, in.eight(), text);
      case BOOL -> values.bool(slot, in.varint() != 0);
      case STRING -> values.text(slot, string());
      case BYTES -> bytes(slot, values);
      case ENUM -> symbol(step, values);
      default -> Numbers.put(values, slot, integer(step.type), text);
    }
  }

  private long integer(FieldDescriptor.Type type) {
    return switch (type) {
      case INT32 -> (int) in.varint();
      case UINT32 -> in.varint() & 0xFFFF_FFFFL;
      case SINT32 -> zigZag32();
      case INT64, UINT64 -> in.varint();
      case SINT64 -> in.zigZag();
      case FIXED32 -> in.four() & 0xFFFF_FFFFL;
      case SFIXED32 -> in.four();
      case FIXED64, SFIXED64 -> in.eight();
      default -> throw new IllegalArgumentException(type + " is no integer");
    };
  }

  private int zigZag32() {
    int value = (int) in.varint();
    return (value >>> 1) ^ -(value & 1);
  }

  private String string() {
    int from = in.skip(in.varint());
    return in.text(from, in.position());
  }

  private void bytes(int slot, RecordValues values) {
    int from = in.skip(in.varint());
    values.text(slot, Base64.getEncoder().encodeToString(in.copy(from, in.position())));
  }

  private void symbol(ProtobufStep step, RecordValues values) {
    String name = text(step);
    if (step.field.getEnumType().getFullName().equals(NULL)) {
      values.nothing(step.slot);
    } else if (name != null) {
      values.text(step.slot, name);
    }
  }

  /** A string or the name of an enum's value; null for one that the enum must not have. */
  String text(ProtobufStep step) {
    if (step.type == FieldDescriptor.Type.STRING) {
      return string();
    }
    int number = (int) in.varint();
    EnumDescriptor type = step.field.getEnumType();
    EnumValueDescriptor value = type.findValueByNumber(number);
    if (value != null) {
      return value.getName();
    }
    return step.field.legacyEnumFieldTreatedAsClosed() ? null : Integer.toString(number);
  }

  /** Of a point or a length of time: seconds and nanoseconds, to the end of the input. */
  double milliseconds(ProtobufStep step) {
    while (in.remaining() > 0) {
      int tag = ProtobufWire.tag(in);
      switch (tag) {
        case SECONDS -> step.seconds = in.varint();
        case NANOS -> step.nanos = (int) in.varint();
        default -> ProtobufWire.skip(in, tag);
      }
    }
    return step.seconds * 1e3 + step.nanos / 1e6;
  }

  void putDefault(ProtobufStep step, RecordValues values) {
    if (step.shape == ProtobufStep.Shape.LIST) {
      values.tokens(step.slot, List.of());
      return;
    }
    switch (step.type) {
      case BOOL -> values.bool(step.slot, false);
      case STRING, BYTES -> values.text(step.slot, "");
      case ENUM -> values.text(step.slot, step.field.getEnumType().getValues().get(0).getName());
      default -> values.number(step.slot, 0.0);
    }
  }

  /** The key of an entry of a map. */
  String key(FieldDescriptor.Type type) {
    return switch (type) {
      case STRING -> string();
      case BOOL -> Boolean.toString(in.varint() != 0);
      case UINT64, FIXED64 -> Long.toUnsignedString(integer(type));
      default -> Long.toString(integer(type));
    };
  }

  String defaultKey(FieldDescriptor.Type type) {
    return switch (type) {
      case STRING -> "";
      case BOOL -> "false";
      default -> "0";
    };
  }
}
