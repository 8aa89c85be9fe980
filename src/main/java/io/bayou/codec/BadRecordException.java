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
    /** Written in a format that this build does not read. */
    UNSUPPORTED_VERSION
  }

  private final Reason reason;

  public BadRecordException(Reason reason, String message) {
    super(message);
    this.reason = requireNonNull(reason, "reason");
  }

  public BadRecordException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = requireNonNull(reason, "reason");
  }

  public Reason reason() {
    return reason;
  }
}
