package io.bayou.codec.mapping;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The wanted fields of one message, by number. */
final class ProtobufPlan {
  /* Fields with larger numbers are rare. */
  private static final int MAX_INDEXED = 256;

  private final ProtobufStep[] indexed = new ProtobufStep[MAX_INDEXED];
  private final Map<Integer, ProtobufStep> others = new HashMap<>();
  private final List<ProtobufStep> all = new ArrayList<>();
  private final ProtobufStep[] defaults;

  ProtobufPlan(Descriptor message, FieldTree tree) {
    boolean isValue = ProtobufWire.standsForItsField(message);
    for (FieldDescriptor field : message.getFields()) {
      ProtobufStep step = ProtobufStep.of(field, isValue ? tree : tree.field(field.getName()));
      if (step != null) {
        add(field.getNumber(), step);
      }
    }
    defaults = all.stream().filter(ProtobufStep::hasDefault).toArray(ProtobufStep[]::new);
    all.forEach(this::findRivals);
  }

  private void add(int number, ProtobufStep step) {
    all.add(step);
    if (number < MAX_INDEXED) {
      indexed[number] = step;
    } else {
      others.put(number, step);
    }
  }

  private void findRivals(ProtobufStep step) {
    if (step.field.getContainingOneof() != null) {
      step.rivals(
          all.stream()
              .filter(other -> other != step)
              .filter(
                  other -> step.field.getContainingOneof().equals(other.field.getContainingOneof()))
              .toArray(ProtobufStep[]::new));
    }
  }

  /** The step of a field; null if it is not wanted. */
  ProtobufStep step(int number) {
    return number < MAX_INDEXED ? indexed[number] : others.get(number);
  }

  /** Fields with a value even if none was sent. */
  ProtobufStep[] defaults() {
    return defaults;
  }

  List<ProtobufStep> all() {
    return all;
  }
}
