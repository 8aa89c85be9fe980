package io.bayou.model.spec;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How labels that come later find their events.
 *
 * @param topics that the labels come from
 * @param format how the bytes of their records are read
 * @param id a path to the id of the event
 * @param label where a record has the label
 * @param horizonMillis how long, in event time, an event waits for its label, and a label for its
 *     event
 * @param otherwise the label of an event that has got none in that time; absent: nothing is learned
 */
public record LabelsSpec(
    List<String> topics,
    RecordFormat format,
    String id,
    LabelSource label,
    long horizonMillis,
    Optional<String> otherwise) {
  public static final long DEFAULT_HORIZON = Duration.ofDays(7).toMillis();

  public LabelsSpec {
    topics = List.copyOf(topics);
    requireNonNull(format, "format");
    requireNonNull(id, "id");
    requireNonNull(label, "label");
    requireNonNull(otherwise, "otherwise");
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("labels need at least one topic");
    }
    if (horizonMillis < 1) {
      throw new IllegalArgumentException("the horizon must be at least 1 ms, was " + horizonMillis);
    }
    if (otherwise.isPresent() && otherwise.get().isEmpty()) {
      throw new IllegalArgumentException("the default label must not be empty");
    }
  }

  /** The same for records in another format. */
  public LabelsSpec withFormat(RecordFormat other) {
    return new LabelsSpec(topics, other, id, label, horizonMillis, otherwise);
  }
}
