package io.bayou.app.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/** What happens during a command, for programs: one JSON object per line, flushed at once. */
public final class JsonEvents {
  private final PrintWriter out;

  public JsonEvents(PrintWriter out) {
    this.out = out;
  }

  /** Writes the fields of an event. */
  public interface Fields {
    public void write(JsonGenerator json) throws IOException;
  }

  public void write(String event, Fields fields) {
    try (JsonGenerator generator = JsonOutput.lines(out)) {
      generator.writeStartObject();
      generator.writeStringField("event", event);
      fields.write(generator);
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.println();
    out.flush();
  }
}
