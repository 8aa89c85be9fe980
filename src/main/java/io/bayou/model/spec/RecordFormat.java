package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * How the bytes of a record are read.
 *
 * @param schema the schema of records that do not name their own: an Avro schema as JSON, or a
 *     Protobuf descriptor set in Base64
 * @param message the full name of the Protobuf message; absent: the first one of the last file
 */
public record RecordFormat(
    Encoding encoding, Envelope envelope, Optional<String> schema, Optional<String> message) {
  public static final RecordFormat AUTO =
      new RecordFormat(Encoding.AUTO, Envelope.NONE, Optional.empty(), Optional.empty());

  /** The encoding of a record. */
  public enum Encoding {
    /** By its first bytes: JSON, or a schema id with Avro or Protobuf behind it. */
    AUTO,
    JSON,
    AVRO,
    PROTOBUF
  }

  /** What is wrapped around the record. */
  public enum Envelope {
    NONE,
    /** Change events: the row is in {@code after}; a deleted one in {@code before}. */
    DEBEZIUM,
    /** The record is in {@code data}, or in the value with the attributes in headers. */
    CLOUDEVENTS
  }

  public RecordFormat {
    requireNonNull(encoding, "encoding");
    requireNonNull(envelope, "envelope");
    if (schema.isPresent() && encoding != Encoding.AVRO && encoding != Encoding.PROTOBUF) {
      throw new IllegalArgumentException("a schema is for avro and protobuf");
    }
    if (message.isPresent() && encoding != Encoding.PROTOBUF) {
      throw new IllegalArgumentException("message is for protobuf");
    }
  }
}
