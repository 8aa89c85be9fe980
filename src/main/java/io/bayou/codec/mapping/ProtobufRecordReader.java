package io.bayou.codec.mapping;

import static io.bayou.codec.mapping.ProtobufWire.END_OF_GROUP;
import static io.bayou.codec.mapping.ProtobufWire.GROUP;
import static io.bayou.codec.mapping.ProtobufWire.LENGTH;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.bayou.codec.Utf8Cache;
import io.bayou.codec.expression.RecordValues;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Reads Protobuf messages of one type. Fields have the names of the .proto file.
 *
 * <p>A field without presence that was not sent has its default, as in Protobuf's own readers.
 * Enums are their names, bytes are text in Base64, {@code Timestamp} and {@code Duration} are
 * milliseconds; the wrapper types, {@code Struct} and {@code Value} are what they hold.
 */
public final class ProtobufRecordReader implements RecordReader {
  private static final int MAX_PLANS = 4;

  private final Descriptor message;
  private final IdentityHashMap<FieldTree, ProtobufPlan> plans = new IdentityHashMap<>();
  private final BinaryInput in;
  private final ProtobufScalars scalars;
  private RecordValues values;
  private long record;

  public ProtobufRecordReader(Descriptor message) {
    this(message, new Utf8Cache());
  }

  ProtobufRecordReader(Descriptor message, Utf8Cache strings) {
    this.message = message;
    in = new BinaryInput("the Protobuf record", strings);
    scalars = new ProtobufScalars(in);
  }

  @Override
  public void read(byte[] bytes, int from, FieldTree root, RecordValues target) {
    values = target;
    record++;
    in.begin(bytes, from);
    fields(planFor(root), 0);
  }

  private ProtobufPlan planFor(FieldTree root) {
    ProtobufPlan plan = plans.get(root);
    if (plan == null) {
      if (plans.size() >= MAX_PLANS) {
        plans.clear(); // of trees that nobody uses any more
      }
      plan = new ProtobufPlan(message, root);
      plans.put(root, plan);
    }
    return plan;
  }

  /* Up to the end of the input, or of the group with this number. */
  private void fields(ProtobufPlan plan, int group) {
    in.enter();
    for (ProtobufStep step : plan.defaults()) {
      if (!values.isPresent(step.slot)) {
        scalars.putDefault(step, values);
      }
    }
    while (group != 0 || in.remaining() > 0) {
      int tag = ProtobufWire.tag(in);
      int number = ProtobufWire.numberOf(tag);
      if (ProtobufWire.typeOf(tag) == END_OF_GROUP) {
        if (number != group) {
          throw in.malformed("ends a group that has not begun");
        }
        break;
      }
      ProtobufStep step = plan.step(number);
      if (step == null) {
        ProtobufWire.skip(in, tag);
      } else {
        field(step, tag);
      }
    }
    in.leave();
  }

  private void field(ProtobufStep step, int tag) {
    for (ProtobufStep rival : step.rivals()) {
      forget(rival);
    }
    int wireType = ProtobufWire.typeOf(tag);
    switch (step.shape) {
      case SINGLE -> {
        if (wireType == step.wireType) {
          value(step);
        } else {
          ProtobufWire.skip(in, tag); // an unknown field, as Protobuf's own readers see it
        }
      }
      case LIST -> list(step, tag);
      case MAP -> {
        if (wireType == LENGTH) {
          entry(step);
        } else {
          ProtobufWire.skip(in, tag);
        }
      }
    }
  }

  private void value(ProtobufStep step) {
    if (step.isTime) {
      int outer = beginPart();
      step.begins(record, List.of());
      values.number(step.slot, scalars.milliseconds(step));
      in.endAt(outer);
    } else if (step.type == FieldDescriptor.Type.MESSAGE) {
      int outer = beginPart();
      message(step, 0);
      in.endAt(outer);
    } else if (step.type == FieldDescriptor.Type.GROUP) {
      message(step, step.field.getNumber());
    } else if (step.slot >= 0) {
      scalars.put(step, values);
    } else {
      ProtobufWire.skip(in, step.wireType);
    }
  }

  private void message(ProtobufStep step, int group) {
    if (step.slot >= 0 && ProtobufWire.isStructure(step.field.getMessageType())) {
      values.other(step.slot);
    }
    fields(step.message(), group);
  }

  /* Begins a value with a length; returns where the input ends after it. */
  private int beginPart() {
    long length = in.varint();
    int outer = in.end();
    if (length < 0 || length > in.remaining()) {
      throw in.malformed("ends within a value");
    }
    in.endAt(in.position() + (int) length);
    return outer;
  }

  private void list(ProtobufStep step, int tag) {
    int wireType = ProtobufWire.typeOf(tag);
    boolean isPacked = wireType == LENGTH && step.wireType != LENGTH && step.wireType != GROUP;
    if (isPacked) {
      int outer = beginPart();
      while (in.remaining() > 0) {
        item(step);
      }
      in.endAt(outer);
    } else if (wireType == step.wireType) {
      item(step);
    } else {
      ProtobufWire.skip(in, tag);
    }
  }

  private void item(ProtobufStep step) {
    if (step.begins(record, step.isText ? new ArrayList<>() : List.of()) && step.slot >= 0) {
      if (step.isText) {
        values.tokens(step.slot, step.tokens());
      } else {
        values.other(step.slot);
      }
    }
    int start = in.position();
    if (step.isText && step.slot >= 0) {
      String token = scalars.text(step);
      if (token == null) {
        return; // an enum that the schema does not have
      }
      step.tokens().add(token);
    }
    ProtobufStep item = step.item(step.nextIndex());
    if (item != null) {
      in.rewind(start);
      value(item);
    } else if (in.position() == start) {
      ProtobufWire.skip(in, step.field.getNumber() << 3 | step.wireType);
    }
  }

  /* A message of a key and a value, in any order. A later entry replaces one with the same key. */
  private void entry(ProtobufStep step) {
    FieldDescriptor.Type keyType = step.field.getMessageType().findFieldByNumber(1).getType();
    int valueType = ProtobufWire.typeOf(step.field.getMessageType().findFieldByNumber(2).getType());
    int outer = beginPart();
    int end = in.end();
    String key = scalars.defaultKey(keyType);
    int valueAt = -1;
    while (in.remaining() > 0) {
      int tag = ProtobufWire.tag(in);
      if (tag == (1 << 3 | ProtobufWire.typeOf(keyType))) {
        key = scalars.key(keyType);
      } else {
        valueAt = tag == (2 << 3 | valueType) ? in.position() : valueAt;
        ProtobufWire.skip(in, tag);
      }
    }
    if (step.slot >= 0) {
      values.other(step.slot);
    }
    entryValue(step.entry(key), valueAt);
    in.rewind(end);
    in.endAt(outer);
  }

  private void entryValue(ProtobufStep step, int valueAt) {
    if (step == null) {
      return;
    }
    forget(step);
    if (valueAt >= 0) {
      in.rewind(valueAt);
      value(step);
    } else if (step.type == FieldDescriptor.Type.MESSAGE && !step.isTime) {
      in.rewind(in.end());
      message(step, 0); // nothing but defaults
    } else if (step.slot >= 0) {
      scalars.putDefault(step, values);
    }
  }

  /* Takes back what was read, because something else replaces it. */
  private void forget(ProtobufStep step) {
    if (step.slot >= 0 && values.isPresent(step.slot)) {
      values.nothing(step.slot);
    }
    step.startOver();
    step.below().forEach(this::forget);
    if (step.knownMessage() != null) {
      step.knownMessage().all().forEach(this::forget);
    }
  }
}
