package io.bayou.codec.event;

import io.bayou.avro.Event;
import io.bayou.codec.avro.AvroWriter;
import io.bayou.model.Example;
import io.bayou.model.Features;
import java.util.List;

/** Writes what {@link AvroEventReader} reads. */
final class AvroEventEncoder extends EventEncoder {
  private final AvroWriter out = new AvroWriter(Event.getClassSchema());

  @Override
  byte[] write(Example event) {
    out.begin();
    out.string(event.id() == null ? "" : event.id());
    out.optional(event.model());
    features(event.features());
    out.optional(event.label());
    out.number(event.weight());
    out.optional(event.correctionOf());
    return out.toBytes();
  }

  private void features(Features features) {
    out.items(features.size());
    for (int i = 0; i < features.size(); i++) {
      out.string(features.name(i));
      value(features, i);
    }
    out.end();
  }

  private void value(Features features, int i) {
    switch (features.kind(i)) {
      case MISSING -> out.integer(AvroEventReader.NULL);
      case NUMBER -> number(features.number(i));
      case BOOLEAN -> {
        out.integer(AvroEventReader.BOOLEAN);
        out.bool(features.number(i) != 0.0);
      }
      case TEXT -> {
        out.integer(AvroEventReader.STRING);
        out.string(features.text(i));
      }
      case TOKENS -> {
        out.integer(AvroEventReader.TOKENS);
        tokens(features.tokens(i));
      }
    }
  }

  private void number(double value) {
    if (Double.isNaN(value)) {
      out.integer(AvroEventReader.NULL);
    } else {
      out.integer(AvroEventReader.DOUBLE);
      out.number(value);
    }
  }

  private void tokens(List<String> tokens) {
    out.items(tokens.size());
    for (String token : tokens) {
      out.string(token);
    }
    out.end();
  }
}
