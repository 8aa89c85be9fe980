package io.bayou.codec.mapping;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.FieldPath.Step;
import io.bayou.codec.expression.RecordValues.Kind;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Protobuf's own reader finds in a message, by path. */
final class ProtobufLeaves {
  private final Map<List<Step>, Object> leaves = new LinkedHashMap<>();

  private ProtobufLeaves() {}

  static Map<FieldPath, Object> of(Descriptor type, byte[] bytes)
      throws InvalidProtocolBufferException {
    ProtobufLeaves found = new ProtobufLeaves();
    found.message(List.of(), DynamicMessage.parseFrom(type, bytes));
    Map<FieldPath, Object> leaves = new LinkedHashMap<>();
    found.leaves.forEach(
        (path, value) -> leaves.put(new FieldPath(FieldPath.Root.VALUE, path), value));
    return leaves;
  }

  private void message(List<Step> path, Message message) {
    String type = message.getDescriptorForType().getFullName();
    if (type.equals("google.protobuf.Timestamp") || type.equals("google.protobuf.Duration")) {
      leaves.put(path, milliseconds(message));
      return;
    }
    boolean isStructure = !type.endsWith("Value") || type.endsWith("ListValue");
    if (!path.isEmpty() && isStructure) {
      leaves.put(path, Kind.OTHER);
    }
    boolean isValue = type.endsWith("Value") || type.equals("google.protobuf.Struct");
    for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
      boolean isThere = field.isRepeated() || !field.hasPresence() || message.hasField(field);
      if (isThere) {
        field(isValue ? path : with(path, field.getName(), -1), field, message.getField(field));
      }
    }
  }

  private static double milliseconds(Message message) {
    Descriptor type = message.getDescriptorForType();
    long seconds = (long) message.getField(type.findFieldByName("seconds"));
    int nanos = (int) message.getField(type.findFieldByName("nanos"));
    return seconds * 1e3 + nanos / 1e6;
  }

  private void field(List<Step> path, FieldDescriptor field, Object value) {
    if (field.isMapField()) {
      map(path, (List<?>) value);
    } else if (field.isRepeated()) {
      list(path, field, (List<?>) value);
    } else if (value instanceof Message message) {
      message(path, message);
    } else {
      leaves.put(path, scalar(field, value));
    }
  }

  private void map(List<Step> path, List<?> entries) {
    for (Object item : entries) {
      leaves.put(path, Kind.OTHER);
      Message entry = (Message) item;
      Descriptor type = entry.getDescriptorForType();
      Object key = scalar(type.findFieldByNumber(1), entry.getField(type.findFieldByNumber(1)));
      String name =
          key instanceof Double
              ? entry.getField(type.findFieldByNumber(1)).toString()
              : key.toString();
      if (type.findFieldByNumber(1).getType() == FieldDescriptor.Type.FIXED64) {
        name = Long.toUnsignedString((long) entry.getField(type.findFieldByNumber(1)));
      }
      List<Step> place = with(path, name, -1);
      leaves.keySet().removeIf(other -> isBelow(other, place)); // a later entry replaces
      field(place, type.findFieldByNumber(2), entry.getField(type.findFieldByNumber(2)));
    }
  }

  private static boolean isBelow(List<Step> path, List<Step> place) {
    return path.size() >= place.size() && path.subList(0, place.size()).equals(place);
  }

  private void list(List<Step> path, FieldDescriptor field, List<?> items) {
    boolean isText =
        field.getType() == FieldDescriptor.Type.STRING
            || field.getType() == FieldDescriptor.Type.ENUM;
    if (isText) {
      leaves.put(path, items.stream().map(item -> scalar(field, item)).toList());
    } else if (!items.isEmpty()) {
      leaves.put(path, Kind.OTHER);
    }
    for (int i = 0; i < items.size(); i++) {
      List<Step> place = with(path, "", i);
      if (items.get(i) instanceof Message message) {
        message(place, message);
      } else {
        leaves.put(place, scalar(field, items.get(i)));
      }
    }
  }

  private static Object scalar(FieldDescriptor field, Object value) {
    if (value instanceof EnumValueDescriptor symbol) {
      return symbol.getType().getName().equals("NullValue") ? Kind.NULL : symbol.getName();
    }
    if (value instanceof ByteString bytes) {
      return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
    return switch (field.getType()) {
      case UINT64, FIXED64 -> Double.parseDouble(Long.toUnsignedString((long) value));
      case UINT32, FIXED32 -> (double) Integer.toUnsignedLong((int) value);
      default -> value instanceof Number number ? number.doubleValue() : value;
    };
  }

  private static List<Step> with(List<Step> path, String name, int index) {
    List<Step> longer = new ArrayList<>(path);
    longer.add(new Step(name, index));
    return longer;
  }
}
