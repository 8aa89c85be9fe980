package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.JsonEvents;
import io.bayou.app.cli.Progress;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.network.DiscreteTable;
import io.bayou.model.network.StructureSearch;
import io.bayou.replay.NetworkSearch;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;

/** Reports the search for a network: lines for people, JSON objects for programs. */
public final class SearchReport implements NetworkSearch.Listener, AutoCloseable {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean asJson;
  private final JsonEvents events;
  private Progress progress;

  public SearchReport(CommandLine command, boolean json) {
    out = command.getOut();
    err = command.getErr();
    asJson = json;
    events = new JsonEvents(out);
  }

  @Override
  public void progress(long done, long total) {
    if (!asJson) {
      progress = progress == null ? Progress.on(err, "reading", total) : progress;
      progress.update(done);
    }
  }

  @Override
  public void sampled(double part) {
    close();
    if (asJson) {
      events.write("sampled", json -> json.number("part", part));
      return;
    }
    err.printf(
        Locale.ROOT,
        "there are more different rows than fit: reading again, with %.3g %% of the events%n",
        100.0 * part);
    err.flush();
  }

  @Override
  public void begun(DiscreteTable table, double score) {
    close();
    if (asJson) {
      events.write(
          "search",
          json ->
              json.weight("examples", table.weight())
                  .number("rows", table.rows())
                  .number("nodes", table.nodes().size())
                  .number("score", score));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,.0f examples, %,d different rows, %,d nodes%n%4d  %-46s BIC %,.3f%n",
        table.weight(),
        table.rows(),
        table.nodes().size(),
        0,
        "no arcs",
        score);
    out.flush();
  }

  @Override
  public void moved(StructureSearch.Step step) {
    if (asJson) {
      events.write(
          "step",
          json ->
              json.number("step", step.number())
                  .text("move", step.move())
                  .text("from", step.from())
                  .text("to", step.to())
                  .number("gain", step.gain())
                  .number("score", step.score()));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%4d  %-7s %-38s BIC %,.3f  %+,.3f%n",
        step.number(),
        step.move(),
        Display.name(step.from()) + " -> " + Display.name(step.to()),
        step.score(),
        step.gain());
    out.flush();
  }

  public void found(StructureSearch.Found found) {
    String spec = SpecCodec.write(found.spec());
    if (asJson) {
      events.write(
          "found",
          json ->
              json.number("score", found.score())
                  .number("parameters", found.parameters())
                  .raw("spec", spec));
      return;
    }
    out.printf(Locale.ROOT, "%,d parameters; the spec:%n%s%n", found.parameters(), spec);
    out.flush();
  }

  @Override
  public void close() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
