package io.bayou.codec.spec;

/** A spec that cannot be used; the message is one line that starts with its file and line. */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SpecException(String source, int line, String message) {
    super(source + ":" + line + ": " + message);
  }
}
