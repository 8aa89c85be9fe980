package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.codec.schema.SchemaSource;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.model.spec.RecordFormat;

/** Reads the wanted fields of records in every supported encoding. Single-threaded. */
public final class RecordDecoder {
  private final EventLimits limits;
  private final JsonRecordReader json = new JsonRecordReader();
  private final SchemaRecordReader binary;

  /** Without a schema registry. */
  public RecordDecoder(EventLimits limits) {
    this(limits, RegistryOptions.NONE, SchemaCache.of(RegistryOptions.NONE));
  }

  /**
   * @param registry what its records look like
   * @param schemas the schemas that it has
   */
  public RecordDecoder(EventLimits limits, RegistryOptions registry, SchemaSource schemas) {
    this.limits = limits;
    binary = new SchemaRecordReader(registry, schemas, json);
  }

  EventLimits limits() {
    return limits;
  }

  /**
   * @throws BadRecordException if the value is not a valid record
   * @throws SchemaUnavailableException if its schema cannot be had now
   */
  void read(RawRecord record, RecordFormat format, FieldTree tree, RecordValues values) {
    byte[] bytes = record.value();
    if (bytes.length > limits.bytes()) {
      throw new BadRecordException(
          TOO_LARGE, "the record has " + bytes.length + " bytes, the limit is " + limits.bytes());
    }
    if (binary.read(record, format, tree, values)) {
      return;
    }
    int start = firstByte(bytes);
    if (bytes[start] == '{') {
      json.read(bytes, start, tree, values);
    } else {
      throw new BadRecordException(
          UNKNOWN_FORMAT, String.format("the record begins with %02X, not with {", bytes[start]));
    }
  }

  private static int firstByte(byte[] bytes) {
    int start = 0;
    while (start < bytes.length && isSpace(bytes[start])) {
      start++;
    }
    if (start == bytes.length) {
      throw new BadRecordException(MALFORMED, "the record is empty");
    }
    return start;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
