package io.bayou.codec.mapping;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What to do with a wanted field of a Protobuf message. */
final class ProtobufStep {
  /** How many times a field may be there, and how. */
  enum Shape {
    SINGLE,
    LIST,
    MAP
  }

  final FieldDescriptor field;
  final FieldDescriptor.Type type;
  final Shape shape;
  final FieldTree tree;
  final int slot;
  final int wireType;

  /* A message without a shape of its own: a point or a length of time, in milliseconds. */
  final boolean isTime;

  /* Strings and enums. */
  final boolean isText;

  /* The plan of a message when it is first read, since messages may hold themselves. */
  private ProtobufPlan message;

  /* The other fields of a oneof: at most one of them is there. */
  private ProtobufStep[] rivals = {};

  /* What the present record has of the field so far: lists and times may come in several parts. */
  private long record = -1;
  private int count;
  private List<String> tokens;
  long seconds;
  int nanos;

  private ProtobufStep[] items = {};
  private final Map<String, ProtobufStep> entries = new HashMap<>();

  private ProtobufStep(FieldDescriptor field, Shape shape, FieldTree tree) {
    this.field = field;
    this.shape = shape;
    this.tree = tree;
    type = field.getType();
    wireType = ProtobufWire.typeOf(type);
    isText = type == FieldDescriptor.Type.STRING || type == FieldDescriptor.Type.ENUM;
    boolean mayBeTime =
        shape == Shape.SINGLE
            && type == FieldDescriptor.Type.MESSAGE
            && ProtobufWire.isTime(field.getMessageType());
    boolean isLeaf =
        switch (shape) {
          case SINGLE -> mayBeTime || !isMessage(type);
          case LIST -> isText;
          case MAP -> false;
        };
    slot = isLeaf || tree.isNamed() ? tree.slot() : -1;
    isTime = mayBeTime && slot >= 0;
  }

  /** The step of a field; null if nothing of it is wanted. */
  static ProtobufStep of(FieldDescriptor field, FieldTree tree) {
    if (tree == null || tree.isEmpty()) {
      return null;
    }
    return new ProtobufStep(
        field,
        field.isMapField() ? Shape.MAP : field.isRepeated() ? Shape.LIST : Shape.SINGLE,
        tree);
  }

  private static boolean isMessage(FieldDescriptor.Type type) {
    return type == FieldDescriptor.Type.MESSAGE || type == FieldDescriptor.Type.GROUP;
  }

  /** Whether the value has a default that stands for one that was not sent. */
  boolean hasDefault() {
    return slot >= 0
        && (shape == Shape.LIST ? isText : shape == Shape.SINGLE && !field.hasPresence());
  }

  ProtobufPlan message() {
    if (message == null) {
      Descriptor descriptor = field.getMessageType();
      message = new ProtobufPlan(descriptor, tree);
    }
    return message;
  }

  /** The plan of a message that was read before; null if none was. */
  ProtobufPlan knownMessage() {
    return message;
  }

  ProtobufStep[] rivals() {
    return rivals;
  }

  void rivals(ProtobufStep[] others) {
    rivals = others;
  }

  /** Begins with the field of a record, unless it has begun. */
  boolean begins(long recordNumber, List<String> list) {
    boolean begins = record != recordNumber;
    if (begins) {
      record = recordNumber;
      count = 0;
      tokens = list;
      seconds = 0;
      nanos = 0;
    }
    return begins;
  }

  void startOver() {
    record = -1;
  }

  int nextIndex() {
    return count++;
  }

  List<String> tokens() {
    return tokens;
  }

  /** The step of an item of a list; null if nothing of it is wanted. */
  ProtobufStep item(int index) {
    if (index < items.length && items[index] != null) {
      return items[index];
    }
    FieldTree wanted = tree.item(index);
    if (wanted == null || wanted.isEmpty()) {
      return null;
    }
    if (index >= items.length) {
      items = Arrays.copyOf(items, index + 1);
    }
    items[index] = new ProtobufStep(field, Shape.SINGLE, wanted);
    return items[index];
  }

  /** The step of a value of a map; null if nothing of it is wanted. */
  ProtobufStep entry(String key) {
    ProtobufStep known = entries.get(key);
    if (known == null) {
      known = of(field.getMessageType().findFieldByNumber(2), tree.field(key));
      if (known != null) {
        entries.put(key, known);
      }
    }
    return known;
  }

  /** The steps of items and entries that were read before. */
  List<ProtobufStep> below() {
    return shape == Shape.MAP
        ? List.copyOf(entries.values())
        : Arrays.stream(items).filter(item -> item != null).toList();
  }
}
