package io.bayou.bench.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.LabelSource;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import io.bayou.model.spec.RecordFormat.Envelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaBuilder.FieldAssembler;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Records as other people have them: an id, a status, and three structures in which the fields that
 * a model wants lie between those that it does not.
 */
final class ForeignRecords {
  /** Fields that no model wants. */
  static final int OTHERS = 28;

  private static final String ID = "reference";
  private static final String STATUS = "status";
  private static final List<String> GROUPS = List.of("order", "customer", "context");

  private enum Kind {
    NUMBER,
    CATEGORY,
    OTHER_NUMBER,
    OTHER_TEXT,
    OTHER_FLAG;

    /* Half of what nobody wants is numbers, a quarter texts. */
    static Kind ofOther(int index) {
      return index % 2 == 0 ? OTHER_NUMBER : index % 4 == 1 ? OTHER_TEXT : OTHER_FLAG;
    }

    boolean isWanted() {
      return this == NUMBER || this == CATEGORY;
    }
  }

  /**
   * A field.
   *
   * @param index among those of its kind
   */
  private record Field(String group, String name, Kind kind, int index) {
    Object value(EventWriter.Drawn event) {
      return switch (kind) {
        case NUMBER -> Math.rint(event.numbers[index] * 1e4) / 1e4; // as people write them
        case CATEGORY -> event.categories[index];
        case OTHER_NUMBER -> 100.25 * index;
        case OTHER_TEXT -> "something else " + index;
        case OTHER_FLAG -> index % 3 == 0;
      };
    }
  }

  private final List<Field> fields;
  private final Schema schema;
  private BinaryEncoder encoder;

  private ForeignRecords(List<Field> fields) {
    this.fields = fields;
    schema = schema(fields);
  }

  static ForeignRecords of(Workload workload) {
    int wanted = workload.features() + Workload.CATEGORIES;
    int all = wanted + OTHERS;
    List<Field> fields = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < all; i++) {
      boolean isWanted = (i + 1) * wanted / all > next; // spread evenly
      Kind kind =
          !isWanted
              ? Kind.ofOther(i - next)
              : next < workload.features() ? Kind.NUMBER : Kind.CATEGORY;
      int index = !isWanted ? i - next : kind == Kind.NUMBER ? next : next - workload.features();
      String name = kind.name().toLowerCase(Locale.ROOT) + "_" + index;
      fields.add(new Field(GROUPS.get(i * GROUPS.size() / all), name, kind, index));
      next += isWanted ? 1 : 0;
    }
    return new ForeignRecords(fields);
  }

  /** How a model reads these records. */
  InputSpec input(Shape shape, List<String> topics) {
    RecordFormat avro =
        new RecordFormat(
            Encoding.AVRO, Envelope.NONE, Optional.of(schema.toString()), Optional.empty());
    SortedMap<String, String> features = new TreeMap<>();
    fields.stream()
        .filter(field -> field.kind().isWanted())
        .forEach(field -> features.put(field.name(), field.group() + "." + field.name()));
    return new InputSpec(
        topics,
        shape == Shape.MAPPED_AVRO ? avro : RecordFormat.AUTO,
        Optional.of(ID),
        Optional.empty(),
        Optional.of(new LabelSource(STATUS, new TreeMap<>())),
        Optional.empty(),
        Optional.empty(),
        features,
        List.of());
  }

  byte[] json(EventWriter.Drawn event) {
    StringBuilder json = new StringBuilder("{\"").append(ID).append("\":\"").append(event.id);
    for (String group : GROUPS) {
      char separator = '{';
      json.append(group.equals(GROUPS.get(0)) ? "\",\"" : "},\"").append(group).append("\":");
      for (Field field : fields) {
        if (field.group().equals(group)) {
          json.append(separator).append('"').append(field.name()).append("\":");
          append(field.value(event), json);
          separator = ',';
        }
      }
    }
    json.append("},\"").append(STATUS).append("\":");
    append(event.label, json);
    return json.append('}').toString().getBytes(UTF_8);
  }

  private static void append(Object value, StringBuilder json) {
    String quote = value instanceof String ? "\"" : "";
    json.append(quote).append(value).append(quote);
  }

  byte[] avro(EventWriter.Drawn event) {
    GenericRecord record = new GenericData.Record(schema);
    record.put(ID, event.id);
    record.put(STATUS, event.label);
    for (String group : GROUPS) {
      record.put(group, new GenericData.Record(schema.getField(group).schema()));
    }
    for (Field field : fields) {
      ((GenericRecord) record.get(field.group())).put(field.name(), field.value(event));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encoder = EncoderFactory.get().directBinaryEncoder(out, encoder);
    try {
      new GenericDatumWriter<GenericRecord>(schema).write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static Schema schema(List<Field> fields) {
    FieldAssembler<Schema> record = SchemaBuilder.record("Foreign").fields().requiredString(ID);
    for (String group : GROUPS) {
      FieldAssembler<Schema> inner = SchemaBuilder.record(group).fields();
      for (Field field : fields) {
        if (field.group().equals(group)) {
          inner = field(field, inner);
        }
      }
      record = record.name(group).type(inner.endRecord()).noDefault();
    }
    return record.optionalString(STATUS).endRecord();
  }

  private static FieldAssembler<Schema> field(Field field, FieldAssembler<Schema> record) {
    return switch (field.kind()) {
      case NUMBER, OTHER_NUMBER -> record.requiredDouble(field.name());
      case CATEGORY, OTHER_TEXT -> record.requiredString(field.name());
      case OTHER_FLAG -> record.requiredBoolean(field.name());
    };
  }
}
