package io.bayou.codec.event;

import io.bayou.codec.avro.AvroWriter;
import io.bayou.model.Features;
import java.util.List;

/** Writes features in Avro, as they are in every schema that has them. */
public final class AvroFeatures {
  private AvroFeatures() {}

  /** Writes the map of features of schemas/Event.avsc. */
  public static void write(Features features, AvroWriter out) {
    out.items(features.size());
    for (int i = 0; i < features.size(); i++) {
      out.string(features.name(i));
      value(features, i, out);
    }
    out.end();
  }

  private static void value(Features features, int i, AvroWriter out) {
    switch (features.kind(i)) {
      case MISSING -> out.integer(AvroEventReader.NULL);
      case NUMBER -> number(features.number(i), out);
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
        tokens(features.tokens(i), out);
      }
    }
  }

  private static void number(double value, AvroWriter out) {
    if (Double.isNaN(value)) {
      out.integer(AvroEventReader.NULL);
    } else {
      out.integer(AvroEventReader.DOUBLE);
      out.number(value);
    }
  }

  private static void tokens(List<String> tokens, AvroWriter out) {
    out.items(tokens.size());
    for (String token : tokens) {
      out.string(token);
    }
    out.end();
  }
}
