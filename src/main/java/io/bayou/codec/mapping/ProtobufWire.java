package io.bayou.codec.mapping;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Set;

/** Protobuf's wire format: the types of its values, and how to pass over them. */
final class ProtobufWire {
  static final int VARINT = 0;
  static final int EIGHT_BYTES = 1;
  static final int LENGTH = 2;
  static final int GROUP = 3;
  static final int END_OF_GROUP = 4;
  static final int FOUR_BYTES = 5;

  private static final String GOOGLE = "google.protobuf.";
  private static final Set<String> TIMES = Set.of(GOOGLE + "Timestamp", GOOGLE + "Duration");

  /* In JSON, too, these are their one value, and the name of its field is not to be seen. */
  private static final Set<String> VALUES =
      Set.of(
          GOOGLE + "DoubleValue",
          GOOGLE + "FloatValue",
          GOOGLE + "Int64Value",
          GOOGLE + "UInt64Value",
          GOOGLE + "Int32Value",
          GOOGLE + "UInt32Value",
          GOOGLE + "BoolValue",
          GOOGLE + "StringValue",
          GOOGLE + "BytesValue",
          GOOGLE + "Value");

  private static final Set<String> STRUCTURES = Set.of(GOOGLE + "Struct", GOOGLE + "ListValue");

  private static final long MAX_TAG = 0xFFFF_FFFFL;

  private ProtobufWire() {}

  static boolean isTime(Descriptor message) {
    return TIMES.contains(message.getFullName());
  }

  /** Whether a message is read as what its fields hold. */
  static boolean standsForItsField(Descriptor message) {
    return !isStructure(message) || STRUCTURES.contains(message.getFullName());
  }

  /** Whether a message is no value by itself. */
  static boolean isStructure(Descriptor message) {
    return !VALUES.contains(message.getFullName());
  }

  static int typeOf(FieldDescriptor.Type type) {
    return switch (type) {
      case DOUBLE, FIXED64, SFIXED64 -> EIGHT_BYTES;
      case FLOAT, FIXED32, SFIXED32 -> FOUR_BYTES;
      case INT32, INT64, UINT32, UINT64, SINT32, SINT64, BOOL, ENUM -> VARINT;
      case STRING, BYTES, MESSAGE -> LENGTH;
      case GROUP -> GROUP;
    };
  }

  /** Number and wire type of the next field. */
  static int tag(BinaryInput in) {
    long tag = in.varint();
    if (tag < 0 || tag > MAX_TAG || tag >>> 3 == 0) {
      throw in.malformed("holds a field without a valid number");
    }
    return (int) tag;
  }

  static int numberOf(int tag) {
    return tag >>> 3;
  }

  static int typeOf(int tag) {
    return tag & 7;
  }

  /** Passes over a value. */
  static void skip(BinaryInput in, int tag) {
    switch (typeOf(tag)) {
      case VARINT -> in.varint();
      case EIGHT_BYTES -> in.skip(Long.BYTES);
      case FOUR_BYTES -> in.skip(Integer.BYTES);
      case LENGTH -> in.skip(in.varint());
      case GROUP -> skipGroup(in, numberOf(tag));
      default -> throw in.malformed("holds a value of no known type");
    }
  }

  private static void skipGroup(BinaryInput in, int number) {
    in.enter();
    int tag = tag(in);
    while (typeOf(tag) != END_OF_GROUP) {
      skip(in, tag);
      tag = tag(in);
    }
    if (numberOf(tag) != number) {
      throw in.malformed("ends a group that has not begun");
    }
    in.leave();
  }
}
