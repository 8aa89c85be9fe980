package io.bayou.app.cli;

import io.bayou.codec.jsonio.JsonObject;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine;

/** Reports the steps of a long command: text for people, or one JSON object per line. */
public abstract class StepReport implements AutoCloseable {
  protected final PrintWriter out;
  protected final PrintWriter err;
  protected final boolean asJson;
  private Progress progress;

  protected StepReport(CommandLine command, boolean asJson) {
    out = command.getOut();
    err = command.getErr();
    this.asJson = asJson;
  }

  /** Reports one step, at once. */
  protected final void step(String event, Consumer<JsonObject> fields, Runnable text) {
    if (asJson) {
      JsonObject.line(out, json -> fields.accept(json.text("event", event)));
    } else {
      text.run();
    }
    out.flush();
    err.flush();
  }

  /** Shows on a terminal how far the work has come. */
  protected final void show(String what, long done, long total) {
    if (progress == null) {
      progress = Progress.on(err, what, total);
    }
    progress.update(done);
  }

  /** Removes the progress line. */
  @Override
  public void close() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
