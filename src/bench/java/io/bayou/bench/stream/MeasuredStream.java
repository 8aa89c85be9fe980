package io.bayou.bench.stream;

/** A stream whose progress can be read while it runs. */
interface MeasuredStream extends AutoCloseable {
  void start();

  boolean isReady();

  /** How many records were processed. */
  long processed();

  /** The failure, or null. */
  Throwable failure();

  @Override
  void close();
}
