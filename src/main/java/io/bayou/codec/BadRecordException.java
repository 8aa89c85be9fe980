package io.bayou.codec;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

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

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");
  private static final int LONGEST = 500;

  private final Reason reason;

  public BadRecordException(Reason reason, String message) {
    this(reason, message, null);
  }

  public BadRecordException(Reason reason, String message, Throwable cause) {
    super(oneLine(message), cause, false, false); // a flood of bad records must stay cheap
    this.reason = requireNonNull(reason, "reason");
  }

  /* Messages quote what the sender wrote, and end up in headers and logs. */
  private static String oneLine(String message) {
    String line = CONTROL.matcher(message).replaceAll("\uFFFD");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
  }

  public Reason reason() {
    return reason;
  }
}
