package io.bayou.app.models;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.StepReport;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.state.ScoresJson;
import io.bayou.model.eval.Scores;
import io.bayou.replay.ReplayPlan;
import io.bayou.replay.Retraining;
import io.bayou.replay.Tournament;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import picocli.CommandLine;

/** Reports a replay. */
final class RetrainReport extends StepReport implements Retraining.Listener {
  private static final long NANOS_BETWEEN_EVENTS = 1_000_000_000L;

  private boolean saidWaiting;
  private long lastEvent;

  RetrainReport(CommandLine command, boolean json) {
    super(command, json);
  }

  @Override
  public void registered(int version, ReplayPlan plan, boolean resumed) {
    step(
        "registered",
        json -> ranges(json.number("version", version).bool("resumed", resumed), plan),
        () -> {
          err.println((resumed ? "resuming version " : "registered version ") + version);
          warnOfCuts(plan);
        });
  }

  @Override
  public void findingEdges(long done, long total) {
    report("finding edges", "edges", done, total);
  }

  @Override
  public void waiting(int partitions) {
    if (asJson ? isTime() : !saidWaiting) {
      saidWaiting = true;
      step(
          "waiting",
          json -> json.number("partitions", partitions),
          () -> err.println("waiting for every task to start learning it"));
    }
  }

  @Override
  public void progress(long done, long total) {
    report("replaying", "progress", done, total);
  }

  private void report(String shown, String event, long done, long total) {
    if (!asJson) {
      show(shown, done, total);
    } else if (isTime()) {
      step(event, json -> json.number("done", done).number("total", total), () -> {});
    }
  }

  void planned(String model, ReplayPlan plan) {
    step(
        "plan",
        json -> ranges(json, plan),
        () -> {
          out.printf(Locale.ROOT, "would replay %,d offsets for %s:%n", plan.offsets(), model);
          for (ReplayPlan.Range range : plan.ranges()) {
            out.printf(
                Locale.ROOT, "  %-32s %,d to %,d%n", range.source(), range.from(), range.to());
          }
          warnOfCuts(plan);
        });
  }

  void done(String model, Retraining.Outcome outcome) {
    close();
    double rate = outcome.counts().records() / outcome.seconds();
    step(
        "ready",
        json ->
            ranges(
                json.text("model", model)
                    .number("version", outcome.version())
                    .number("records", outcome.counts().records())
                    .number("learned", outcome.counts().learned())
                    .number("unreadable", outcome.counts().unreadable())
                    .number("seconds", outcome.seconds())
                    .number("recordsPerSecond", rate),
                outcome.plan()),
        () -> {
          String version = model + "@" + outcome.version();
          String time = Display.seconds(outcome.seconds()) + " (" + Display.rate(rate) + ")";
          out.printf(
              Locale.ROOT,
              "%s is ready: %,d examples of %,d records in %s%n",
              version,
              outcome.counts().learned(),
              outcome.counts().records(),
              time);
          out.println("compare: bayou models show " + model);
          out.println("activate: bayou promote " + version);
        });
  }

  void compared(List<Path> specs, Tournament.Outcome outcome) {
    close();
    if (!asJson) {
      String time = Display.seconds(outcome.seconds());
      out.printf(Locale.ROOT, "%,d labels in %s%n%n", outcome.learned(), time);
      row("spec", "accuracy", "log loss", "Brier", "kappa");
    }
    for (int i = 0; i < specs.size(); i++) {
      compared(specs.get(i), outcome.scores().get(i).cumulative());
    }
    warnOfCuts(outcome.plan());
  }

  private void compared(Path spec, Scores scores) {
    step(
        "compared",
        json -> ScoresJson.main(json.text("spec", spec.toString()), scores),
        () ->
            row(
                Display.name(spec.toString()),
                DoubleStream.of(
                        scores.accuracy(), scores.meanLogLoss(), scores.meanBrier(), scores.kappa())
                    .mapToObj(score -> String.format(Locale.ROOT, "%.4f", score))
                    .toArray()));
  }

  private void row(String name, Object... cells) {
    out.printf("%-32s", name);
    for (Object cell : cells) {
      out.printf(" %9s", cell);
    }
    out.println();
  }

  private void warnOfCuts(ReplayPlan plan) {
    for (ReplayPlan.Range range : plan.ranges()) {
      if (range.cut() > 0 && !asJson) {
        err.printf(
            Locale.ROOT,
            "%s covers from offset %,d: retention has deleted the %,d before%n",
            range.source(),
            range.from(),
            range.cut());
      }
    }
  }

  private static void ranges(JsonObject json, ReplayPlan plan) {
    json.objects(
        "partitions",
        plan.ranges(),
        (object, range) ->
            object
                .text("partition", range.source())
                .number("from", range.from())
                .number("to", range.to())
                .number("cut", range.cut()));
  }

  private boolean isTime() {
    long now = System.nanoTime();
    boolean due = lastEvent == 0 || now - lastEvent > NANOS_BETWEEN_EVENTS;
    lastEvent = due ? now : lastEvent;
    return due;
  }
}
