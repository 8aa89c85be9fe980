package io.bayou.codec.schema;

import io.bayou.codec.BadRecordException;

/** Finds the schemas that records name. Thread-safe. */
public interface SchemaSource {
  /**
   * @throws BadRecordException if there is no such schema, or none that can be read
   * @throws SchemaUnavailableException if that cannot be said now
   */
  WriterSchema get(SchemaId id);
}
