package io.bayou.codec.spec;

/**
 * A spec that cannot be used; the message is one line that starts with its file, and the line if
 * there is one.
 */
public final class SpecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message begins with the file
   */
  public SpecException(String message) {
    super(message);
  }

  SpecException(String source, int line, String message) {
    super(source + ":" + line + ": " + message);
  }
}
