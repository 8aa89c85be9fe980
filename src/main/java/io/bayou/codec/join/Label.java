package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

/**
 * A label that came without its event.
 *
 * @param horizon how long it waits for its event, in milliseconds of event time
 * @param record that held the label
 */
public record Label(Arrival arrival, long horizon, String label, LabelRecord record)
    implements Waiting {
  public Label {
    requireNonNull(arrival, "arrival");
    requireNonNull(label, "label");
    requireNonNull(record, "record");
  }

  public long deadline() {
    return arrival.deadline(horizon);
  }
}
