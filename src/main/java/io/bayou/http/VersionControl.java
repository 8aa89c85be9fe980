package io.bayou.http;

/** Changes which version of a model answers; safe for all threads. */
public interface VersionControl {
  /**
   * Lets another version answer.
   *
   * @return the version that answers from now on
   * @throws RefusedException if it is not fit for that
   * @throws UnreachableException if Kafka did not do it
   */
  int promote(String model, int version);

  /**
   * Lets the version that answered before answer again.
   *
   * @return the version that answers from now on
   * @throws RefusedException if none is kept
   * @throws UnreachableException if Kafka did not do it
   */
  int rollback(String model);

  /** The change is not to be made; the message says why. */
  final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** The change could not be made. */
  final class UnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreachableException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
