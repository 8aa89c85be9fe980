package io.bayou.http;

import static java.util.Objects.requireNonNull;

import io.bayou.model.Refusals;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;

/** How the stream behind the server does; safe for all threads. */
public interface StreamQueries {
  Status status();

  Vitals vitals();

  /** Whether Kafka answers. */
  default Connection kafka() {
    return Connection.UP;
  }

  /** By model and reason, what learners of this instance have left out since its start. */
  default SortedMap<String, Map<Refusals.Reason, Long>> leftOut() {
    return Collections.emptySortedMap();
  }

  /**
   * Whether it does its work.
   *
   * @param alive whether it runs or may come to; false: restart the process
   * @param ready whether it can be asked; see {@code note} for why, where that is not plain
   * @param state in Kafka's words, such as RUNNING or REBALANCING
   * @param tasks how many partitions of work this instance has
   * @param note what else there is to say; empty if nothing
   */
  record Status(boolean alive, boolean ready, String state, int tasks, String note) {
    public Status {
      requireNonNull(note, "note");
    }

    public Status(boolean alive, boolean ready, String state, int tasks) {
      this(alive, ready, state, tasks, "");
    }
  }

  /**
   * Whether Kafka answers.
   *
   * @param up whether it did lately
   * @param silence how long it has not, zero while it is up
   */
  record Connection(boolean up, Duration silence) {
    static final Connection UP = new Connection(true, Duration.ZERO);

    public Connection {
      requireNonNull(silence, "silence");
    }
  }

  /**
   * How much of it this instance has done.
   *
   * @param predicted events answered since the start
   * @param deadLetters events refused since the start
   * @param lag events of its partitions that are neither learned nor answered yet
   */
  record Vitals(long predicted, long deadLetters, long lag) {}
}
