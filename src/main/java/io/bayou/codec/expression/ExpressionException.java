package io.bayou.codec.expression;

/** A text that is no expression; the message is one line and names the position. */
public final class ExpressionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ExpressionException(String message) {
    super(message);
  }
}
