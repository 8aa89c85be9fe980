package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * An event that was answered and waits for its label.
 *
 * @param horizon how long it waits, in milliseconds of event time
 * @param otherwise the label that is learned if none has come by then
 */
public record Question(Arrival arrival, long horizon, Optional<String> otherwise, Asked asked)
    implements Waiting {
  public Question {
    requireNonNull(arrival, "arrival");
    requireNonNull(otherwise, "otherwise");
    requireNonNull(asked, "asked");
  }

  public long deadline() {
    return arrival.deadline(horizon);
  }
}
