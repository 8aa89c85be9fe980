package io.bayou.codec.mapping;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * What to do with one value of a record: read it into a slot, or pass over it. Made by {@link
 * AvroPlan} from the schema of the writer and the wanted fields.
 */
final class AvroStep {
  /** How the value is encoded. Without a slot, and without steps below, it is passed over. */
  enum Op {
    SKIP_FIXED,
    SKIP_INTEGER,
    SKIP_BYTES,
    NULL,
    BOOLEAN,
    LONG,
    /** An integer of some unit of time, as milliseconds. */
    TIME,
    FLOAT,
    DOUBLE,
    TEXT,
    ENUM,
    BYTES,
    FIXED,
    DECIMAL,
    FIXED_DECIMAL,
    UUID,
    /** A union of null and one other type. */
    OPTIONAL,
    UNION,
    RECORD,
    ARRAY,
    MAP
  }

  final Op op;
  final Schema schema;
  private final int slot;
  private final boolean wantsText;

  /* What is wanted here and below; null: nothing. */
  final FieldTree tree;

  /* Bytes of a fixed value, digits after the point of a decimal, the index of null, or how many
   * units of time make up a millisecond. */
  private int size;
  private double milliseconds = 1.0;
  private String[] symbols;

  /* Steps of the fields of a record or of the branches of a union; of a record when it is first
   * read, since records may hold themselves. */
  private AvroStep[] steps;

  /* For lists and maps: how to pass over an item, and how to read it as a token. */
  private AvroStep skipped;
  private AvroStep token;
  private boolean isZeroSized;
  private AvroStep[] items = {};
  private final Map<String, AvroStep> entries;

  /**
   * @param slot for the value itself; -1: not wanted
   * @param tree what is wanted here and below; null: nothing
   */
  AvroStep(Op op, Schema schema, int slot, FieldTree tree) {
    this.op = op;
    this.schema = schema;
    this.slot = slot;
    this.wantsText = tree != null && tree.wantsText();
    this.tree = tree;
    this.entries = op == Op.MAP ? new HashMap<>() : Map.of();
  }

  int slot() {
    return slot;
  }

  boolean wantsText() {
    return wantsText;
  }

  int size() {
    return size;
  }

  AvroStep size(int value) {
    size = value;
    return this;
  }

  /** Of one unit of time, if it is longer than that. */
  double milliseconds() {
    return milliseconds;
  }

  AvroStep milliseconds(double ofOneUnit) {
    milliseconds = ofOneUnit;
    return this;
  }

  String[] symbols() {
    return symbols;
  }

  AvroStep symbols(String[] names) {
    symbols = names;
    return this;
  }

  AvroStep[] steps() {
    return steps;
  }

  AvroStep steps(AvroStep... below) {
    steps = below;
    return this;
  }

  AvroStep items(AvroStep skip, AvroStep text, boolean zeroSized) {
    skipped = skip;
    token = text;
    isZeroSized = zeroSized;
    return this;
  }

  AvroStep skipped() {
    return skipped;
  }

  /** Reads an item into the first slot of other values; null if items are never texts. */
  AvroStep token() {
    return token;
  }

  boolean isZeroSized() {
    return isZeroSized;
  }

  /** The step of an item of a list. */
  AvroStep item(int index, AvroPlan plan) {
    if (index < items.length && items[index] != null) {
      return items[index];
    }
    FieldTree wanted = tree.item(index);
    if (wanted == null || wanted.isEmpty()) {
      return skipped;
    }
    if (index >= items.length) {
      items = Arrays.copyOf(items, index + 1);
    }
    items[index] = plan.step(schema.getElementType(), wanted);
    return items[index];
  }

  /** The step of a value of a map. */
  AvroStep entry(String key, AvroPlan plan) {
    AvroStep known = entries.get(key);
    if (known != null) {
      return known;
    }
    FieldTree wanted = tree.field(key);
    if (wanted == null || wanted.isEmpty()) {
      return skipped;
    }
    AvroStep step = plan.step(schema.getValueType(), wanted);
    entries.put(key, step);
    return step;
  }
}
