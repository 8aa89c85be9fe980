package io.bayou.http;

/** Changes which version of a model is active; thread-safe. */
public interface VersionControl {
  /**
   * Activates another version.
   *
   * @return the active version
   * @throws RefusedException if the version is not ready, or worse
   * @throws UnreachableException if Kafka failed
   */
  int promote(String model, int version);

  /**
   * Activates the previous version again.
   *
   * @return the active version
   * @throws RefusedException if there is none
   * @throws UnreachableException if Kafka failed
   */
  int rollback(String model);

  /** The change is refused; the message says why. */
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
