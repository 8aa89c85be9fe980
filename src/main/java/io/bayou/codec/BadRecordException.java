package io.bayou.codec;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/** A record is not valid; the program is not at fault. */
public final class BadRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, for counters and headers; the message says where and how. */
  public enum Reason {
    /** Not in the format at all: truncated, corrupt, or with trailing bytes. */
    MALFORMED,
    /** Well formed, but beyond a limit. */
    TOO_LARGE,
    /** Written in a format version that this build does not read. */
    UNSUPPORTED_VERSION,
    /** The first bytes belong to no known format. */
    UNKNOWN_FORMAT,
    /** Of a schema that is not known, or another one than expected. */
    UNKNOWN_SCHEMA,
    /** Well formed, but a value is not allowed. */
    INVALID,
    /** Meant for a model that does not exist. */
    UNKNOWN_MODEL,
    /** A label that is none of the classes that its model knows. */
    UNKNOWN_CLASS,
    /** A label that has waited in vain for the event that it belongs to. */
    NO_QUESTION
  }

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");
  private static final int MAX_MESSAGE_LENGTH = 500;

  private final Reason reason;

  public BadRecordException(Reason reason, String message) {
    this(reason, message, null);
  }

  public BadRecordException(Reason reason, String message, Throwable cause) {
    super(oneLine(message), cause, false, false); // no stack trace: bad records must stay cheap
    this.reason = requireNonNull(reason, "reason");
  }

  /* Messages quote the sender's data, and go into headers and logs. */
  private static String oneLine(String message) {
    String line = CONTROL.matcher(message).replaceAll("\uFFFD");
    return line.length() <= MAX_MESSAGE_LENGTH
        ? line
        : line.substring(0, MAX_MESSAGE_LENGTH) + "...";
  }

  public Reason reason() {
    return reason;
  }
}
