package io.bayou.app.cli;

import io.bayou.codec.json.JsonObject;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Prints the progress of a command for programs: one JSON object per line, flushed at once. */
public final class JsonEvents {
  private final PrintWriter out;

  public JsonEvents(PrintWriter out) {
    this.out = out;
  }

  public void write(String event, Consumer<JsonObject> fields) {
    JsonObject.line(out, json -> fields.accept(json.text("event", event)));
    out.flush();
  }
}
