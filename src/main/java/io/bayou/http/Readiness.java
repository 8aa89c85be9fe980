package io.bayou.http;

/** Whether the stream behind the server does its work; safe for all threads. */
public interface Readiness {
  Status status();

  /**
   * How the stream is.
   *
   * @param alive whether it runs or may come to; false: restart the process
   * @param ready whether it has tasks, with their state restored
   * @param state in Kafka's words, such as RUNNING or REBALANCING
   * @param tasks how many partitions of work this instance has
   */
  record Status(boolean alive, boolean ready, String state, int tasks) {}
}
