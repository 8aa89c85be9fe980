package io.bayou.codec.mapping;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Random schemas with all types of Avro, and random data for them. */
final class RandomAvro {
  private final RandomGenerator random;
  private int names;

  RandomAvro(RandomGenerator random) {
    this.random = random;
  }

  Schema record(int depth) {
    Schema record = Schema.createRecord("R" + names++, null, "test", false);
    List<Schema.Field> fields = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      fields.add(new Schema.Field("f" + i, type(depth)));
    }
    if (random.nextInt(4) == 0) {
      Schema self = Schema.createUnion(record, Schema.create(Schema.Type.NULL));
      fields.add(new Schema.Field("self", self));
    }
    record.setFields(fields);
    return record;
  }

  private Schema type(int depth) {
    int kinds = depth > 0 ? 14 : 10;
    return switch (random.nextInt(kinds)) {
      case 0 -> Schema.create(Schema.Type.NULL);
      case 1 -> Schema.create(Schema.Type.BOOLEAN);
      case 2 -> integer();
      case 3 -> longInteger();
      case 4 -> Schema.create(Schema.Type.FLOAT);
      case 5 -> Schema.create(Schema.Type.DOUBLE);
      case 6 -> Schema.create(Schema.Type.STRING);
      case 7 -> decimal(Schema.create(Schema.Type.BYTES));
      case 8 -> fixed();
      case 9 -> Schema.createEnum("E" + names++, null, "test", List.of("RED", "GREEN", "BLUE"));
      case 10 -> Schema.createArray(type(depth - 1));
      case 11 -> Schema.createMap(type(depth - 1));
      case 12 -> record(depth - 1);
      default -> union(depth);
    };
  }

  private Schema union(int depth) {
    Map<String, Schema> branches = new TreeMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Schema branch = random.nextInt(3) == 0 ? Schema.create(Schema.Type.NULL) : type(depth - 1);
      if (branch.getType() != Schema.Type.UNION) {
        branches.putIfAbsent(branch.getFullName(), branch);
      }
    }
    return branches.isEmpty()
        ? Schema.create(Schema.Type.LONG)
        : Schema.createUnion(List.copyOf(branches.values()));
  }

  private Schema integer() {
    Schema schema = Schema.create(Schema.Type.INT);
    return logical(schema, null, LogicalTypes.date(), LogicalTypes.timeMillis());
  }

  private Schema longInteger() {
    return logical(
        Schema.create(Schema.Type.LONG),
        null,
        LogicalTypes.timeMicros(),
        LogicalTypes.timestampMillis(),
        LogicalTypes.timestampMicros(),
        LogicalTypes.timestampNanos(),
        LogicalTypes.localTimestampMillis(),
        LogicalTypes.localTimestampMicros(),
        LogicalTypes.localTimestampNanos());
  }

  private Schema logical(Schema schema, LogicalType... types) {
    LogicalType type = types[random.nextInt(types.length)];
    return type == null ? schema : type.addToSchema(schema);
  }

  private Schema decimal(Schema schema) {
    int max = schema.getType() == Schema.Type.FIXED && schema.getFixedSize() < 2 ? 2 : 3;
    return random.nextBoolean() ? schema : LogicalTypes.decimal(max, max - 1).addToSchema(schema);
  }

  private Schema fixed() {
    if (random.nextInt(3) == 0) {
      Schema uuid = Schema.createFixed("U" + names++, null, "test", 16);
      return LogicalTypes.uuid().addToSchema(uuid);
    }
    return decimal(Schema.createFixed("F" + names++, null, "test", 1 + random.nextInt(20)));
  }

  Object datum(Schema schema) {
    return switch (schema.getType()) {
      case NULL -> null;
      case BOOLEAN -> random.nextBoolean();
      case INT -> schema.getLogicalType() == null ? random.nextInt() : random.nextInt(80_000_000);
      case LONG -> longDatum(schema);
      case FLOAT -> random.nextInt(3) == 0 ? (float) random.nextInt(9) : random.nextFloat();
      case DOUBLE -> random.nextGaussian() * 1e6;
      case STRING -> "text-é".substring(0, random.nextInt(7)) + random.nextInt(9);
      case BYTES -> ByteBuffer.wrap(bytes(random.nextInt(12)));
      case FIXED -> new GenericData.Fixed(schema, bytes(schema.getFixedSize()));
      case ENUM ->
          new GenericData.EnumSymbol(schema, schema.getEnumSymbols().get(random.nextInt(3)));
      case UNION -> datum(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
      default -> structure(schema);
    };
  }

  private Object structure(Schema schema) {
    switch (schema.getType()) {
      case RECORD -> {
        GenericData.Record record = new GenericData.Record(schema);
        schema.getFields().forEach(field -> record.put(field.name(), fieldDatum(field)));
        return record;
      }
      case ARRAY -> {
        List<Object> items = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          items.add(datum(schema.getElementType()));
        }
        return items;
      }
      default -> {
        Map<String, Object> entries = new TreeMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          entries.put("k" + i, datum(schema.getValueType()));
        }
        return entries;
      }
    }
  }

  /* A record in itself ends soon. */
  private Object fieldDatum(Schema.Field field) {
    boolean ends = field.name().equals("self") && random.nextInt(3) != 0;
    return ends ? null : datum(field.schema());
  }

  private long longDatum(Schema schema) {
    if (schema.getLogicalType() == null) {
      return random.nextLong() >> random.nextInt(64);
    }
    return random.nextLong(86_000_000_000L); // a time of a day, or of some days in 1970
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** With sizes of blocks or without. */
  byte[] encode(Schema schema, Object datum) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EncoderFactory encoders = EncoderFactory.get();
    BinaryEncoder encoder =
        random.nextBoolean()
            ? encoders.binaryEncoder(out, null)
            : encoders.blockingBinaryEncoder(out, null);
    try {
      new GenericDatumWriter<>(schema).write(datum, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
