package io.bayou.codec.event;

import io.bayou.codec.BadRecordException;
import io.bayou.model.Example;

/**
 * Encodes events for producers; {@link EventCodec} reads them back. NaN is a missing value.
 *
 * <p>Single-threaded; reuses its buffers.
 */
public interface EventEncoder {
  /**
   * @throws BadRecordException if the event is not valid; readers may have size limits besides
   */
  byte[] encode(Example event);

  /** One JSON object in one line, without fields that have the default value. */
  static EventEncoder json() {
    return new JsonEventEncoder();
  }

  /** Avro's single-object encoding of schemas/Event.avsc. */
  static EventEncoder avro() {
    return new AvroEventEncoder();
  }
}
