package io.bayou.codec.mapping;

import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.mapping.AvroStep.Op;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Makes the steps that read the wanted values of one writer's schema. */
final class AvroPlan {
  private static final double DAY = 86_400_000.0;

  /* An item of a list by itself: wanted in the first slot. */
  private static final FieldTree FIRST_SLOT = firstSlot();

  private final IdentityHashMap<Schema, AvroStep> skips = new IdentityHashMap<>();

  private static FieldTree firstSlot() {
    FieldTree tree = new FieldTree();
    tree.want(new FieldPath(FieldPath.Root.VALUE, List.of()), 0, false);
    return tree;
  }

  /**
   * @param tree what is wanted of the value; null: nothing
   */
  AvroStep step(Schema schema, FieldTree tree) {
    return tree == null || tree.isEmpty() ? skip(schema) : read(schema, tree);
  }

  private AvroStep skip(Schema schema) {
    AvroStep known = skips.get(schema);
    if (known == null) {
      known = newSkip(schema);
      skips.put(schema, known);
    }
    return known;
  }

  private AvroStep newSkip(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> nothing(Op.SKIP_FIXED, schema).size(0);
      case BOOLEAN -> nothing(Op.SKIP_FIXED, schema).size(1);
      case FLOAT -> nothing(Op.SKIP_FIXED, schema).size(Float.BYTES);
      case DOUBLE -> nothing(Op.SKIP_FIXED, schema).size(Double.BYTES);
      case FIXED -> nothing(Op.SKIP_FIXED, schema).size(schema.getFixedSize());
      case INT, LONG, ENUM -> nothing(Op.SKIP_INTEGER, schema);
      case STRING, BYTES -> nothing(Op.SKIP_BYTES, schema);
      case UNION, RECORD, ARRAY, MAP -> structure(schema, null);
    };
  }

  private static AvroStep nothing(Op op, Schema schema) {
    return new AvroStep(op, schema, -1, null);
  }

  private AvroStep read(Schema schema, FieldTree tree) {
    return switch (schema.getType()) {
      case UNION, RECORD, ARRAY, MAP -> structure(schema, tree);
      default -> tree.slot() >= 0 ? value(schema, tree) : skip(schema);
    };
  }

  /* A structure is no leaf: only where it was asked for by name. */
  private static int namedSlot(FieldTree tree) {
    return tree != null && tree.isNamed() ? tree.slot() : -1;
  }

  private static int leafSlot(boolean isLeaf, FieldTree tree) {
    return isLeaf && tree != null ? tree.slot() : namedSlot(tree);
  }

  private static AvroStep value(Schema schema, FieldTree tree) {
    LogicalType logical = schema.getLogicalType();
    return switch (schema.getType()) {
      case NULL -> new AvroStep(Op.NULL, schema, tree.slot(), tree);
      case BOOLEAN -> new AvroStep(Op.BOOLEAN, schema, tree.slot(), tree);
      case FLOAT -> new AvroStep(Op.FLOAT, schema, tree.slot(), tree);
      case DOUBLE -> new AvroStep(Op.DOUBLE, schema, tree.slot(), tree);
      case STRING -> new AvroStep(Op.TEXT, schema, tree.slot(), tree);
      case INT, LONG -> integer(schema, tree, logical);
      case ENUM ->
          new AvroStep(Op.ENUM, schema, tree.slot(), tree)
              .symbols(schema.getEnumSymbols().toArray(String[]::new));
      case BYTES -> bytes(Op.BYTES, Op.DECIMAL, schema, tree);
      case FIXED -> fixed(schema, tree, logical);
      default -> throw new IllegalArgumentException(schema.getType() + " is a structure");
    };
  }

  private static AvroStep integer(Schema schema, FieldTree tree, LogicalType logical) {
    AvroStep time = new AvroStep(Op.TIME, schema, tree.slot(), tree);
    return switch (logical == null ? "" : logical.getName()) {
      case "date" -> time.size(1).milliseconds(DAY);
      case "time-millis", "timestamp-millis", "local-timestamp-millis" -> time.size(1);
      case "time-micros", "timestamp-micros", "local-timestamp-micros" -> time.size(1_000);
      case "timestamp-nanos", "local-timestamp-nanos" -> time.size(1_000_000);
      default -> new AvroStep(Op.LONG, schema, tree.slot(), tree);
    };
  }

  private static AvroStep bytes(Op plain, Op decimal, Schema schema, FieldTree tree) {
    LogicalType logical = schema.getLogicalType();
    return logical instanceof LogicalTypes.Decimal type && Numbers.isScale(type.getScale())
        ? new AvroStep(decimal, schema, tree.slot(), tree).size(type.getScale())
        : new AvroStep(plain, schema, tree.slot(), tree);
  }

  private static AvroStep fixed(Schema schema, FieldTree tree, LogicalType logical) {
    boolean isUuid =
        logical != null && logical.getName().equals("uuid") && schema.getFixedSize() == 16;
    return isUuid
        ? new AvroStep(Op.UUID, schema, tree.slot(), tree)
        : bytes(Op.FIXED, Op.FIXED_DECIMAL, schema, tree);
  }

  private AvroStep structure(Schema schema, FieldTree tree) {
    return switch (schema.getType()) {
      case UNION -> union(schema, tree);
      case RECORD ->
          new AvroStep(Op.RECORD, schema, namedSlot(tree), tree); // its fields when it is read
      case ARRAY -> list(schema, tree);
      case MAP ->
          new AvroStep(Op.MAP, schema, namedSlot(tree), tree)
              .items(skip(schema.getValueType()), null, false);
      default -> throw new IllegalArgumentException(schema.getType() + " is no structure");
    };
  }

  private AvroStep union(Schema schema, FieldTree tree) {
    List<Schema> types = schema.getTypes();
    int slot = leafSlot(types.stream().anyMatch(AvroPlan::isLeaf), tree);
    AvroStep[] branches = new AvroStep[types.size()];
    int nullIndex = -1;
    for (int i = 0; i < branches.length; i++) {
      boolean isNull = types.get(i).getType() == Schema.Type.NULL;
      nullIndex = isNull ? i : nullIndex;
      branches[i] = step(types.get(i), isNull && slot < 0 ? null : tree);
    }
    Op op = branches.length == 2 && nullIndex >= 0 ? Op.OPTIONAL : Op.UNION;
    return new AvroStep(op, schema, slot, tree).size(nullIndex).steps(branches);
  }

  private AvroStep list(Schema schema, FieldTree tree) {
    Schema item = schema.getElementType();
    int slot = leafSlot(mayBeText(item), tree);
    boolean asTokens = slot >= 0 && mayBeText(item);
    return new AvroStep(Op.ARRAY, schema, slot, tree)
        .items(skip(item), asTokens ? read(item, FIRST_SLOT) : null, isZeroSized(item, List.of()));
  }

  private static boolean isLeaf(Schema schema) {
    return switch (schema.getType()) {
      case NULL, RECORD, MAP -> false;
      case ARRAY -> mayBeText(schema.getElementType());
      default -> true;
    };
  }

  private static boolean mayBeText(Schema item) {
    return switch (item.getType()) {
      case STRING, ENUM -> true;
      case UNION -> item.getTypes().stream().anyMatch(AvroPlan::mayBeText);
      default -> false;
    };
  }

  /* Values of which any number fit into no bytes at all. */
  private static boolean isZeroSized(Schema schema, List<Schema> within) {
    return switch (schema.getType()) {
      case NULL -> true;
      case FIXED -> schema.getFixedSize() == 0;
      case RECORD -> {
        if (within.contains(schema)) {
          yield true; // a record in itself adds nothing to itself
        }
        List<Schema> inside = new ArrayList<>(within);
        inside.add(schema);
        yield schema.getFields().stream().allMatch(field -> isZeroSized(field.schema(), inside));
      }
      default -> false;
    };
  }

  /** The steps of the fields of a record; neighbours of fixed size are passed over at once. */
  AvroStep[] fields(AvroStep record) {
    List<AvroStep> steps = new ArrayList<>();
    int fixed = 0;
    for (Schema.Field field : record.schema.getFields()) {
      FieldTree wanted = record.tree == null ? null : record.tree.field(field.name());
      AvroStep step = step(field.schema(), wanted);
      if (step.op == Op.SKIP_FIXED) {
        fixed += step.size();
        continue;
      }
      addSkip(steps, fixed, record.schema);
      fixed = 0;
      steps.add(step);
    }
    addSkip(steps, fixed, record.schema);
    return steps.toArray(AvroStep[]::new);
  }

  private static void addSkip(List<AvroStep> steps, int bytes, Schema schema) {
    if (bytes > 0) {
      steps.add(nothing(Op.SKIP_FIXED, schema).size(bytes));
    }
  }
}
