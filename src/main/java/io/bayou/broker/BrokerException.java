package io.bayou.broker;

/**
 * The embedded broker could not start, or had to stop. The message is one line for the user: what
 * is wrong, where, and what to do.
 */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokerException(String message) {
    super(message);
  }

  BrokerException(String message, Throwable cause) {
    super(message, cause);
  }
}
