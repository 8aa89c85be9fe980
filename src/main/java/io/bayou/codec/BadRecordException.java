package io.bayou.codec;

import static java.util.Objects.requireNonNull;

/** Says that bytes are not what they should be: this record is wrong, the program is not. */
public final class BadRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, for counters and headers; the message says where and how. */
  public enum Reason {
    /** Not in the format at all: cut off, garbled, or with more bytes than it should have. */
    MALFORMED,
    /** Well formed, but beyond a limit. */
    TOO_LARGE,
    /** Written in a format version that this build does not read. */
    UNSUPPORTED_VERSION,
    /** The first bytes are of no known format. */
    UNKNOWN_FORMAT,
    /** Avro, but of another schema. */
    UNKNOWN_SCHEMA,
    /** Well formed, but a value is not allowed. */
    INVALID,
    /** Meant for a model that does not exist. */
    UNKNOWN_MODEL
  }

  private final Reason reason;

  public BadRecordException(Reason reason, String message) {
    super(message, null, false, false); // no stack trace: a flood of bad records must stay cheap
    this.reason = requireNonNull(reason, "reason");
  }

  public BadRecordException(Reason reason, String message, Throwable cause) {
    super(message, cause, false, false);
    this.reason = requireNonNull(reason, "reason");
  }

  public Reason reason() {
    return reason;
  }
}
