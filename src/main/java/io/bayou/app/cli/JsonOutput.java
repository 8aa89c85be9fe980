package io.bayou.app.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.bayou.codec.json.JsonNumbers;
import java.io.IOException;
import java.io.PrintWriter;

/** JSON on stdout: one object per line, numbers with all their digits. */
public final class JsonOutput {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private JsonOutput() {}

  /** Writes objects one after the other, each on a line of its own. */
  public static JsonGenerator lines(PrintWriter out) throws IOException {
    return JSON.createGenerator(out).setPrettyPrinter(new MinimalPrettyPrinter("\n"));
  }

  /** A number; null where it is not finite, which JSON cannot say. */
  public static void number(JsonGenerator json, String key, double value) throws IOException {
    JsonNumbers.number(json, key, value);
  }

  /** A weight: without a fraction where it counts whole rows. */
  public static void weight(JsonGenerator json, String key, double value) throws IOException {
    JsonNumbers.weight(json, key, value);
  }
}
