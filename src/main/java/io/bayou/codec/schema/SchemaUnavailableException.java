package io.bayou.codec.schema;

/**
 * The schema of a record cannot be had now: the registry is away or refuses us. The record may be
 * valid: it must wait.
 */
public final class SchemaUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SchemaUnavailableException(String message) {
    super(message);
  }

  public SchemaUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
