package io.bayou.replay;

/** A replay cannot continue; the message says why and what to do. */
public final class ReplayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReplayException(String message) {
    super(message);
  }

  ReplayException(String message, Throwable cause) {
    super(message, cause);
  }
}
