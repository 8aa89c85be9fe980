package io.bayou.codec.mapping;

import io.bayou.codec.Utf8Cache;
import io.bayou.codec.expression.RecordValues;
import java.util.ArrayList;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;

/**
 * Reads records in Avro's binary encoding, all of one schema: the one that they were written in.
 *
 * <p>Dates and times are milliseconds, decimals are numbers, enums their names; bytes are text in
 * Base64.
 */
public final class AvroRecordReader implements RecordReader {
  /* By hand and by a plan, not by Avro's GenericDatumReader, which makes an object of every value
   * whether wanted or not (decision 28). */
  private static final int MAX_PLANS = 4;

  /* Values without bytes may be there in any number; more of them say nothing. */
  private static final int MAX_ZERO_SIZED = 100;

  private final Schema writer;
  private final AvroPlan plan = new AvroPlan();
  private final IdentityHashMap<FieldTree, AvroStep> plans = new IdentityHashMap<>();
  private final BinaryInput in;
  private final RecordValues token = new RecordValues();
  private RecordValues values;
  private FieldTree latest;
  private AvroStep latestPlan;

  public AvroRecordReader(Schema writer) {
    this(writer, new Utf8Cache());
  }

  AvroRecordReader(Schema writer, Utf8Cache strings) {
    this.writer = writer;
    in = new BinaryInput("the Avro record", strings);
    token.addSlot();
  }

  @Override
  public void read(byte[] bytes, int from, FieldTree root, RecordValues target) {
    AvroStep start = planFor(root);
    values = target;
    in.begin(bytes, from);
    read(start);
    if (in.remaining() > 0) {
      throw in.malformed("continues for " + in.remaining() + " bytes after its last field");
    }
  }

  private AvroStep planFor(FieldTree root) {
    if (root != latest) {
      if (plans.size() >= MAX_PLANS) {
        plans.clear(); // of trees that nobody uses any more
      }
      latestPlan = plans.computeIfAbsent(root, tree -> plan.step(writer, tree));
      latest = root;
    }
    return latestPlan;
  }

  private void read(AvroStep step) {
    switch (step.op) {
      case SKIP_FIXED -> in.skip(step.size());
      case SKIP_INTEGER -> in.varint();
      case SKIP_BYTES -> in.skip(in.zigZag());
      case OPTIONAL -> optional(step);
      case DOUBLE -> values.number(step.slot(), Double.longBitsToDouble(in.eight()));
      case TEXT -> text(step);
      case LONG -> Numbers.put(values, step.slot(), in.zigZag(), step.wantsText());
      case BOOLEAN -> values.bool(step.slot(), bool());
      default -> readOther(step);
    }
  }

  private void readOther(AvroStep step) {
    switch (step.op) {
      case RECORD -> record(step);
      case ARRAY -> list(step);
      case MAP -> map(step);
      case UNION -> read(branch(step));
      case NULL -> values.nothing(step.slot());
      case TIME -> values.number(step.slot(), in.zigZag() * step.milliseconds() / step.size());
      case FLOAT ->
          Numbers.put(values, step.slot(), Float.intBitsToFloat(in.four()), step.wantsText());
      case ENUM -> values.text(step.slot(), symbol(step));
      case BYTES -> base64(step, in.zigZag());
      case FIXED -> base64(step, step.schema.getFixedSize());
      case DECIMAL -> decimal(step, in.zigZag());
      case FIXED_DECIMAL -> decimal(step, step.schema.getFixedSize());
      case UUID -> uuid(step);
      default -> throw new IllegalStateException(step.op + " is read elsewhere");
    }
  }

  private void optional(AvroStep step) {
    long index = in.zigZag();
    if (index != step.size()) {
      if (index < 0 || index > 1) {
        throw in.malformed("holds a value of no known type");
      }
      read(step.steps()[(int) index]);
    } else if (step.slot() >= 0) {
      values.nothing(step.slot());
    }
  }

  private AvroStep branch(AvroStep step) {
    long index = in.zigZag();
    if (index < 0 || index >= step.steps().length) {
      throw in.malformed("holds a value of no known type");
    }
    return step.steps()[(int) index];
  }

  private boolean bool() {
    byte value = in.next();
    if (value != 0 && value != 1) {
      throw in.malformed("holds a boolean that is neither 0 nor 1");
    }
    return value == 1;
  }

  private void text(AvroStep step) {
    int from = in.skip(in.zigZag());
    values.text(step.slot(), in.text(from, in.position()));
  }

  private String symbol(AvroStep step) {
    long index = in.zigZag();
    if (index < 0 || index >= step.symbols().length) {
      throw in.malformed("holds a value that its enum does not have");
    }
    return step.symbols()[(int) index];
  }

  private void base64(AvroStep step, long length) {
    int from = in.skip(length);
    values.text(step.slot(), Base64.getEncoder().encodeToString(in.copy(from, in.position())));
  }

  private void decimal(AvroStep step, long length) {
    int from = in.skip(length);
    Numbers.decimal(values, step, in, from, in.position());
  }

  private void uuid(AvroStep step) {
    int from = in.skip(2 * Long.BYTES);
    int middle = from + Long.BYTES;
    UUID uuid = new UUID(in.bigEndian(from, middle), in.bigEndian(middle, in.position()));
    values.text(step.slot(), uuid.toString());
  }

  private void record(AvroStep step) {
    in.enter();
    AvroStep[] fields = step.steps();
    if (fields == null) {
      fields = plan.fields(step);
      step.steps(fields);
    }
    if (step.slot() >= 0) {
      values.other(step.slot());
    }
    for (AvroStep field : fields) {
      read(field);
    }
    in.leave();
  }

  private void list(AvroStep step) {
    in.enter();
    List<String> tokens = step.token() == null ? null : new ArrayList<>();
    int index = 0;
    for (long count = block(step); count != 0; count = block(step)) {
      long read = step.isZeroSized() ? Math.min(count, MAX_ZERO_SIZED) : count;
      for (long i = 0; i < read; i++) {
        if (tokens != null && !addToken(step.token(), tokens)) {
          tokens = null;
        }
        read(step.tree == null ? step.skipped() : step.item(index++, plan));
      }
    }
    if (tokens != null) {
      values.tokens(step.slot(), tokens);
    } else if (step.slot() >= 0) {
      values.other(step.slot());
    }
    in.leave();
  }

  /* Reads an item ahead; false if it is no text. */
  private boolean addToken(AvroStep step, List<String> tokens) {
    RecordValues record = values;
    int start = in.position();
    values = token;
    token.clear();
    read(step);
    values = record;
    in.rewind(start);
    boolean isText = token.kind(0) == RecordValues.Kind.TEXT;
    if (isText) {
      tokens.add(token.text(0));
    }
    return isText;
  }

  private void map(AvroStep step) {
    in.enter();
    if (step.slot() >= 0) {
      values.other(step.slot());
    }
    for (long count = block(step); count != 0; count = block(step)) {
      for (long i = 0; i < count; i++) {
        int from = in.skip(in.zigZag());
        read(step.tree == null ? step.skipped() : step.entry(in.text(from, in.position()), plan));
      }
    }
    in.leave();
  }

  /* How many items follow. A block with its size in bytes is passed over if nothing in it is
   * wanted. Each item takes at least a byte, unless its type takes none. */
  private long block(AvroStep step) {
    long count = in.zigZag();
    while (count < 0) {
      long size = in.zigZag();
      if (step.tree != null || step.token() != null) {
        count = -count;
        break;
      }
      in.skip(size);
      count = in.zigZag();
    }
    if (count < 0 || (count > in.remaining() && !step.isZeroSized())) {
      throw in.malformed("counts more items than it has bytes");
    }
    return count;
  }
}
