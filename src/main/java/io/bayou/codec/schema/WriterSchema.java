package io.bayou.codec.schema;

import com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.avro.Schema;

/** The schema that a record was written in. */
public sealed interface WriterSchema {
  /** Of records in Avro's binary encoding. */
  record Avro(Schema schema) implements WriterSchema {}

  /**
   * Of Protobuf messages.
   *
   * @param file that defines them
   */
  record Protobuf(FileDescriptor file) implements WriterSchema {}

  /** Of JSON, which is read without it. */
  record Json() implements WriterSchema {}
}
