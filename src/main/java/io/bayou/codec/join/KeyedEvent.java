package io.bayou.codec.join;

import static java.util.Objects.requireNonNull;

import io.bayou.codec.event.EventCodec;
import io.bayou.model.Example;

/**
 * An event on its way to the model of its key.
 *
 * @param arrival of the event, with the topic-partition that it came from
 * @param log id of that topic: another one of the same name has other offsets
 * @param offset in that partition
 * @param version that learns or answers
 * @param event encoded, as the version has read it
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares or prints it
public record KeyedEvent(
    Purpose purpose, Arrival arrival, String log, long offset, int version, byte[] event) {
  /** What to do with it, in the order of schemas/KeyedEvent.avsc. */
  public enum Purpose {
    /** Answer it. */
    ANSWER,
    /** Answer it with a version that is not active. */
    SHADOW,
    LEARN,
    /** Take back what was learned. */
    RETRACT,
    /** Learn it: a replay has read it. */
    REPLAY,
    /** Take back what was learned: a replay has read it. */
    REPLAY_RETRACT;

    /** Whether it is to be answered, not learned. */
    public boolean isQuestion() {
      return this == ANSWER || this == SHADOW;
    }

    public boolean isReplay() {
      return this == REPLAY || this == REPLAY_RETRACT;
    }

    boolean isRetraction() {
      return this == RETRACT || this == REPLAY_RETRACT;
    }
  }

  public KeyedEvent {
    requireNonNull(purpose, "purpose");
    requireNonNull(arrival, "arrival");
    requireNonNull(log, "log");
    requireNonNull(event, "event");
  }

  /**
   * Where it stands among all that is learned from its partition: one record may hold something to
   * take back, and behind it something to learn.
   */
  public long position() {
    return position(offset, purpose.isRetraction());
  }

  /** The position of what is taken back or learned of the record at an offset. */
  public static long position(long offset, boolean retraction) {
    return 2 * offset + (retraction ? 0 : 1);
  }

  /** The event itself; valid until the codec reads the next one. */
  public Example example(EventCodec codec) {
    Example example = codec.decode(event);
    if (purpose.isRetraction()) {
      example.setCorrectionOf(example.label());
      example.setLabel(null);
    }
    return example;
  }
}
