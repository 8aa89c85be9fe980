package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.StepReport;
import io.bayou.codec.spec.SpecCodec;
import io.bayou.model.network.DiscreteTable;
import io.bayou.model.network.StructureSearch;
import io.bayou.replay.NetworkSearch;
import java.util.Locale;
import picocli.CommandLine;

/** Reports the search for a network. */
public final class SearchReport extends StepReport implements NetworkSearch.Listener {
  public SearchReport(CommandLine command, boolean json) {
    super(command, json);
  }

  @Override
  public void progress(long done, long total) {
    if (!asJson) {
      show("reading", done, total);
    }
  }

  @Override
  public void sampled(double part) {
    close();
    step(
        "sampled",
        json -> json.number("part", part),
        () ->
            err.printf(
                Locale.ROOT,
                "too many different rows for the memory: reading again, with %.3g %% of the"
                    + " events%n",
                100.0 * part));
  }

  @Override
  public void begun(DiscreteTable table, double score) {
    close();
    int nodes = table.nodes().size();
    step(
        "search",
        json ->
            json.weight("examples", table.weight())
                .number("rows", table.rows())
                .number("nodes", nodes)
                .number("score", score),
        () -> {
          out.printf(
              Locale.ROOT,
              "%,.0f examples, %,d different rows, %,d nodes%n",
              table.weight(),
              table.rows(),
              nodes);
          out.printf(Locale.ROOT, "%4d  %-46s BIC %,.3f%n", 0, "no arcs", score);
        });
  }

  @Override
  public void moved(StructureSearch.Step step) {
    String arc = Display.name(step.from()) + " -> " + Display.name(step.to());
    step(
        "step",
        json ->
            json.number("step", step.number())
                .text("move", step.move())
                .text("from", step.from())
                .text("to", step.to())
                .number("gain", step.gain())
                .number("score", step.score()),
        () -> {
          out.printf(Locale.ROOT, "%4d  %-7s %-38s", step.number(), step.move(), arc);
          out.printf(Locale.ROOT, " BIC %,.3f  %+,.3f%n", step.score(), step.gain());
        });
  }

  public void found(StructureSearch.Found found) {
    String spec = SpecCodec.write(found.spec());
    long parameters = found.parameters();
    step(
        "found",
        json ->
            json.number("score", found.score()).number("parameters", parameters).raw("spec", spec),
        () -> out.printf(Locale.ROOT, "%,d parameters; the spec:%n%s%n", parameters, spec));
  }
}
