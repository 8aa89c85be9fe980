package io.bayou.app.cli;

/** Turns the exceptions of Kafka's clients into one line. */
public final class KafkaErrors {
  private KafkaErrors() {}

  /** The message of the innermost cause, with its type. */
  public static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String name = root.getClass().getSimpleName();
    return root.getMessage() == null ? name : name + ": " + root.getMessage();
  }
}
