package io.bayou.codec.event;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;

/**
 * Encodes events for producers; {@link EventCodec} reads them back. NaN is a missing value.
 *
 * <p>Single-threaded; reuses its buffers.
 */
public abstract class EventEncoder {
  private final EventRules rules = new EventRules();

  EventEncoder() {}

  /**
   * @throws BadRecordException if the event is not valid; readers may have size limits besides
   */
  public final byte[] encode(Example event) {
    rules.check(event);
    return write(event);
  }

  abstract byte[] write(Example event);

  /** One JSON object in one line, without fields that have the default value. */
  public static EventEncoder json() {
    return new JsonEventEncoder();
  }

  /** Avro's single-object encoding of schemas/Event.avsc. */
  public static EventEncoder avro() {
    return new AvroEventEncoder();
  }
}
