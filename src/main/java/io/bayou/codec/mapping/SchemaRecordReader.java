package io.bayou.codec.mapping;

import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_FORMAT;
import static io.bayou.codec.BadRecordException.Reason.UNKNOWN_SCHEMA;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8Cache;
import io.bayou.codec.expression.RecordValues;
import io.bayou.codec.schema.Framing;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaId;
import io.bayou.codec.schema.SchemaParsers;
import io.bayou.codec.schema.SchemaSource;
import io.bayou.codec.schema.SchemaUnavailableException;
import io.bayou.codec.schema.WriterSchema;
import io.bayou.model.spec.RecordFormat;
import io.bayou.model.spec.RecordFormat.Encoding;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads records that need a schema: the one that they name, or the one that the spec has.
 * Single-threaded.
 */
public final class SchemaRecordReader {
  private static final int MAX_READERS = 200;

  private final RecordReader json;
  private final SchemaSource schemas;
  private final Framing framing;
  private final Utf8Cache strings = new Utf8Cache();
  private final boolean isApicurio;

  /** Reads one schema's records, after {@link #framing} has seen the record. */
  private interface Reader {
    void read(RawRecord record, RecordFormat format, FieldTree tree, RecordValues values);
  }

  private final Map<Object, Reader> readers =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Reader> eldest) {
          return size() > MAX_READERS;
        }
      };
  private SchemaId latestId;
  private Reader latest;

  /**
   * @param json reads records of JSON behind a schema id
   */
  public SchemaRecordReader(RegistryOptions options, SchemaSource schemas, RecordReader json) {
    this.json = json;
    this.schemas = schemas;
    framing = new Framing(options.type(), options.numbers());
    isApicurio = options.type() == RegistryOptions.Type.APICURIO;
  }

  /**
   * Reads a record; false if nothing says that it needs a schema, and it may be JSON.
   *
   * @throws BadRecordException if the record is not valid, or no schema can be found for it
   * @throws SchemaUnavailableException if its schema cannot be had now
   */
  public boolean read(RawRecord record, RecordFormat format, FieldTree tree, RecordValues values) {
    if (format.encoding() == Encoding.JSON) {
      return false;
    }
    Framing.Kind kind = framing.read(record.value(), record::header);
    if (format.encoding() == Encoding.AUTO && kind == Framing.Kind.NONE) {
      return false;
    }
    Reader reader =
        format.schema().isPresent()
            ? readers.computeIfAbsent(format, key -> given((RecordFormat) key))
            : named(record);
    reader.read(record, format, tree, values);
    return true;
  }

  private Reader named(RawRecord record) {
    return switch (framing.kind()) {
      case NONE ->
          throw new BadRecordException(
              UNKNOWN_FORMAT,
              record.value().length == 0
                  ? "the record is empty"
                  : "the record begins with %02X and names no schema; give one in the spec"
                      .formatted(record.value()[0]));
      case FINGERPRINT ->
          throw new BadRecordException(
              UNKNOWN_SCHEMA,
              "the record names its schema by the fingerprint %016X; give the schema in the spec"
                  .formatted(framing.fingerprint()));
      case REGISTRY -> framing.names(latestId) ? latest : registered(framing.id());
    };
  }

  private Reader registered(SchemaId id) {
    Reader reader = readers.get(id);
    if (reader == null) {
      reader = reader(schemas.get(id));
      readers.put(id, reader);
    }
    latest = reader;
    latestId = id;
    return reader;
  }

  private Reader reader(WriterSchema schema) {
    if (schema instanceof WriterSchema.Avro avro) {
      AvroRecordReader reader = new AvroRecordReader(avro.schema(), strings);
      return (record, format, tree, values) ->
          reader.read(record.value(), framing.bodyStart(), tree, values);
    }
    if (schema instanceof WriterSchema.Protobuf protobuf) {
      return messages(protobuf);
    }
    return (record, format, tree, values) ->
        json.read(record.value(), framing.bodyStart(), tree, values);
  }

  private Reader messages(WriterSchema.Protobuf schema) {
    ProtobufMessages messages = new ProtobufMessages(schema.file(), isApicurio, strings);
    return (record, format, tree, values) ->
        messages.read(record, framing, format.message(), tree, values);
  }

  private Reader given(RecordFormat format) {
    String schema = format.schema().orElseThrow();
    try {
      if (format.encoding() == Encoding.PROTOBUF) {
        return messages(SchemaParsers.protobuf(schema));
      }
      AvroFileReader reader = new AvroFileReader(SchemaParsers.avro(schema).schema(), strings);
      return (record, given, tree, values) -> reader.read(record.value(), framing, tree, values);
    } catch (IllegalArgumentException e) {
      throw new BadRecordException(
          UNKNOWN_SCHEMA, "the schema in the spec cannot be used: " + e.getMessage(), e);
    }
  }
}
