package io.bayou.codec.schema;

import java.util.Optional;

/** Asks a registry for a schema. */
interface Registry {
  /**
   * The schema, or nothing if the registry has none of this id.
   *
   * @throws SchemaUnavailableException if that cannot be said now
   */
  Optional<SchemaText> get(SchemaId id);
}
