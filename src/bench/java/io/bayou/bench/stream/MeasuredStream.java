package io.bayou.bench.stream;

/** A stream whose progress can be read while it runs. */
interface MeasuredStream extends AutoCloseable {
  void start();

  boolean isReady();

  /** How many records were processed. */
  long processed();

  /** Bytes of snapshots and evaluations so far. */
  default long publishedBytes() {
    return 0;
  }

  /** How often partials were summed. */
  default long sums() {
    return 0;
  }

  /** How long that took, in nanoseconds. */
  default long sumNanos() {
    return 0;
  }

  /** The failure, or null. */
  Throwable failure();

  @Override
  void close();
}
