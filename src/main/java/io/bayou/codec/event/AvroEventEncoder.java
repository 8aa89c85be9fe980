package io.bayou.codec.event;

import io.bayou.avro.Event;
import io.bayou.codec.avro.AvroWriter;
import io.bayou.model.Example;

/** Writes what {@link AvroEventReader} reads. */
final class AvroEventEncoder extends EventEncoder {
  private final AvroWriter out = new AvroWriter(Event.getClassSchema());

  @Override
  byte[] write(Example event) {
    out.begin();
    out.string(event.id() == null ? "" : event.id());
    out.optional(event.model());
    AvroFeatures.write(event.features(), out);
    out.optional(event.label());
    out.number(event.weight());
    out.optional(event.correctionOf());
    return out.toBytes();
  }
}
