package io.bayou.http;

/** How the stream behind the server does; safe for all threads. */
public interface StreamQueries {
  Status status();

  Vitals vitals();

  /**
   * Whether it does its work.
   *
   * @param alive whether it runs or may come to; false: restart the process
   * @param ready whether it has tasks, with their state restored
   * @param state in Kafka's words, such as RUNNING or REBALANCING
   * @param tasks how many partitions of work this instance has
   */
  record Status(boolean alive, boolean ready, String state, int tasks) {}

  /**
   * How much of it this instance has done.
   *
   * @param predicted events answered since the start
   * @param deadLetters events refused since the start
   * @param lag events that wait to be read
   */
  record Vitals(long predicted, long deadLetters, long lag) {}
}
