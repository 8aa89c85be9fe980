package io.bayou.codec.mapping;

import io.bayou.codec.expression.FieldPath;
import io.bayou.codec.expression.RecordValues;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/** What Avro's own reader and its conversions find in a record, by path. */
final class AvroLeaves {
  private static final GenericData DATA = new GenericData();

  static {
    DATA.addLogicalTypeConversion(new TimeConversions.DateConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.TimeMillisConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.TimeMicrosConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.TimestampNanosConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.LocalTimestampMillisConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.LocalTimestampMicrosConversion());
    DATA.addLogicalTypeConversion(new TimeConversions.LocalTimestampNanosConversion());
    DATA.addLogicalTypeConversion(new Conversions.UUIDConversion());
  }

  private final Map<FieldPath, Object> leaves = new LinkedHashMap<>();

  private AvroLeaves() {}

  static Map<FieldPath, Object> of(Schema schema, byte[] bytes) throws IOException {
    Object datum =
        new GenericDatumReader<>(schema, schema, DATA)
            .read(null, DecoderFactory.get().binaryDecoder(bytes, null));
    AvroLeaves found = new AvroLeaves();
    found.add(List.of(), schema, datum);
    return found.leaves;
  }

  private void add(List<FieldPath.Step> path, Schema schema, Object datum) {
    if (schema.getType() == Schema.Type.UNION) {
      int branch = DATA.resolveUnion(schema, datum);
      add(path, schema.getTypes().get(branch), datum);
      return;
    }
    if (!path.isEmpty()) {
      leaves.put(new FieldPath(FieldPath.Root.VALUE, path), value(schema, datum));
    }
    if (datum instanceof GenericRecord record) {
      for (Schema.Field field : schema.getFields()) {
        add(with(path, field.name(), -1), field.schema(), record.get(field.name()));
      }
    } else if (datum instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        add(with(path, "", i), schema.getElementType(), list.get(i));
      }
    } else if (datum instanceof Map<?, ?> map) {
      map.forEach((key, item) -> add(with(path, key + "", -1), schema.getValueType(), item));
    }
  }

  private static List<FieldPath.Step> with(List<FieldPath.Step> path, String name, int index) {
    List<FieldPath.Step> longer = new ArrayList<>(path);
    longer.add(new FieldPath.Step(name, index));
    return longer;
  }

  private static Object value(Schema schema, Object datum) {
    if (datum == null) {
      return RecordValues.Kind.NULL;
    }
    if (datum instanceof Boolean) {
      return datum;
    }
    if (datum instanceof Number number) {
      return number.doubleValue();
    }
    return switch (schema.getType()) {
      case STRING, ENUM -> datum.toString();
      case INT, LONG -> milliseconds(datum);
      case BYTES, FIXED -> binary(schema, datum);
      case ARRAY -> list(schema, (List<?>) datum);
      default -> RecordValues.Kind.OTHER;
    };
  }

  private static double milliseconds(Object time) {
    if (time instanceof LocalDate date) {
      return date.toEpochDay() * 86_400_000.0;
    }
    if (time instanceof LocalTime timeOfDay) {
      return timeOfDay.toNanoOfDay() / 1e6;
    }
    Instant instant =
        time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) time;
    return new BigDecimal(instant.getEpochSecond())
        .movePointRight(9)
        .add(new BigDecimal(instant.getNano()))
        .movePointLeft(6)
        .doubleValue();
  }

  /* Avro's conversion refuses decimals that have more digits than the schema says. */
  private static Object binary(Schema schema, Object datum) {
    if (!(datum instanceof ByteBuffer) && !(datum instanceof GenericFixed)) {
      return datum.toString(); // a UUID
    }
    byte[] bytes =
        datum instanceof ByteBuffer buffer
            ? new byte[buffer.remaining()]
            : ((GenericFixed) datum).bytes();
    if (datum instanceof ByteBuffer buffer) {
      buffer.get(bytes);
    }
    return schema.getLogicalType() instanceof LogicalTypes.Decimal decimal
        ? new BigDecimal(
                bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes), decimal.getScale())
            .doubleValue()
        : Base64.getEncoder().encodeToString(bytes);
  }

  private static Object list(Schema schema, List<?> list) {
    boolean mayBeText = mayBeText(schema.getElementType());
    boolean isText = list.stream().allMatch(item -> mayBeText && isText(item));
    return mayBeText && isText
        ? list.stream().map(Object::toString).toList()
        : RecordValues.Kind.OTHER;
  }

  private static boolean isText(Object item) {
    return item instanceof CharSequence
        || item instanceof GenericData.EnumSymbol
        || item instanceof GenericFixed
        || item instanceof java.util.UUID
        || item instanceof ByteBuffer;
  }

  private static boolean mayBeText(Schema item) {
    return item.getType() == Schema.Type.STRING
        || item.getType() == Schema.Type.ENUM
        || (item.getType() == Schema.Type.UNION
            && item.getTypes().stream().anyMatch(AvroLeaves::mayBeText));
  }
}
