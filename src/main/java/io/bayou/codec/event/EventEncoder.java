package io.bayou.codec.event;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;

/**
 * Encodes events for producers: what {@link EventCodec} reads back as the same event. Missing
 * values and NaN are one and the same.
 *
 * <p>Single-threaded, its buffers are used again.
 */
public interface EventEncoder {
  /**
   * @throws BadRecordException if every reader would refuse the event; how large it may be is the
   *     reader's choice
   */
  byte[] encode(Example event);

  /** One JSON object in one line; fields that say nothing are left out. */
  static EventEncoder json() {
    return new JsonEventEncoder();
  }

  /** Avro's single-object encoding of schemas/Event.avsc. */
  static EventEncoder avro() {
    return new AvroEventEncoder();
  }
}
