package io.bayou.codec.schema;

import java.util.UUID;

/**
 * What a registry knows a schema by.
 *
 * @param high the first eight bytes of a GUID; 0 for numbers
 * @param low the last eight bytes of a GUID, or a number
 */
public record SchemaId(Kind kind, long high, long low) {
  /** Which of its ids. */
  public enum Kind {
    /** Confluent's number. */
    ID,
    /** Confluent's GUID, the same in all registries. */
    GUID,
    /** Apicurio's number of a version of an artifact. */
    GLOBAL_ID,
    /** Apicurio's number of a content, which versions may share. */
    CONTENT_ID
  }

  public static SchemaId of(Kind kind, long number) {
    return new SchemaId(kind, 0, number);
  }

  UUID guid() {
    return new UUID(high, low);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case ID -> "schema id " + low;
      case GUID -> "schema GUID " + guid();
      case GLOBAL_ID -> "global id " + low;
      case CONTENT_ID -> "content id " + low;
    };
  }
}
