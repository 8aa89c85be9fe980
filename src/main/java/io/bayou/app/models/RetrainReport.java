package io.bayou.app.models;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.JsonEvents;
import io.bayou.app.cli.Progress;
import io.bayou.codec.json.JsonObject;
import io.bayou.codec.json.ScoresJson;
import io.bayou.model.eval.Scores;
import io.bayou.replay.ReplayPlan;
import io.bayou.replay.Retraining;
import io.bayou.replay.Tournament;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** Reports a replay: progress and sentences for people, JSON objects for programs. */
final class RetrainReport implements Retraining.Listener, AutoCloseable {
  private static final long NANOS_BETWEEN_EVENTS = 1_000_000_000L;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean asJson;
  private final JsonEvents events;
  private Progress progress;
  private boolean saidWaiting;
  private long lastEvent;

  RetrainReport(CommandLine command, boolean json) {
    out = command.getOut();
    err = command.getErr();
    asJson = json;
    events = new JsonEvents(out);
  }

  @Override
  public void registered(int version, ReplayPlan plan, boolean resumed) {
    if (asJson) {
      events.write(
          "registered",
          json -> ranges(json.number("version", version).bool("resumed", resumed), plan));
      return;
    }
    err.println((resumed ? "resuming version " : "registered version ") + version);
    warnOfCuts(plan);
    err.flush();
  }

  @Override
  public void waiting(int partitions) {
    if (asJson) {
      if (isTime()) {
        events.write("waiting", json -> json.number("partitions", partitions));
      }
    } else if (!saidWaiting) {
      saidWaiting = true;
      err.println("waiting for every task to start learning it");
      err.flush();
    }
  }

  @Override
  public void progress(long done, long total) {
    if (asJson) {
      if (isTime()) {
        events.write("progress", json -> json.number("done", done).number("total", total));
      }
      return;
    }
    if (progress == null) {
      progress = Progress.on(err, "replaying", total);
    }
    progress.update(done);
  }

  void planned(String model, ReplayPlan plan) {
    if (asJson) {
      events.write("plan", json -> ranges(json, plan));
      return;
    }
    out.printf(Locale.ROOT, "would replay %,d offsets for %s:%n", plan.offsets(), model);
    for (ReplayPlan.Range range : plan.ranges()) {
      out.printf(Locale.ROOT, "  %-32s %,d to %,d%n", range.source(), range.from(), range.to());
    }
    warnOfCuts(plan);
  }

  void done(String model, Retraining.Outcome outcome) {
    close();
    if (asJson) {
      events.write(
          "ready",
          json -> {
            json.text("model", model)
                .number("version", outcome.version())
                .number("records", outcome.records())
                .number("learned", outcome.learned())
                .number("unreadable", outcome.unreadable())
                .number("seconds", outcome.seconds())
                .number("recordsPerSecond", outcome.records() / outcome.seconds());
            ranges(json, outcome.plan());
          });
      return;
    }
    out.printf(
        Locale.ROOT,
        "%s@%d is ready: %,d examples of %,d records in %s (%s)%n",
        model,
        outcome.version(),
        outcome.learned(),
        outcome.records(),
        Display.seconds(outcome.seconds()),
        Display.rate(outcome.records() / outcome.seconds()));
    out.printf("compare: bayou models show %s%n", model);
    out.printf("activate: bayou promote %s@%d%n", model, outcome.version());
  }

  void compared(List<Path> specs, Tournament.Outcome outcome) {
    close();
    if (!asJson) {
      out.printf(
          Locale.ROOT,
          "%,d labels in %s%n%n%-32s %9s %9s %9s %9s%n",
          outcome.learned(),
          Display.seconds(outcome.seconds()),
          "spec",
          "accuracy",
          "log loss",
          "Brier",
          "kappa");
    }
    for (int i = 0; i < specs.size(); i++) {
      compared(specs.get(i), outcome.scores().get(i).cumulative());
    }
    warnOfCuts(outcome.plan());
  }

  private void compared(Path spec, Scores scores) {
    if (asJson) {
      events.write("compared", json -> ScoresJson.main(json.text("spec", spec.toString()), scores));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%-32s %9.4f %9.4f %9.4f %9.4f%n",
        Display.name(spec.toString()),
        scores.accuracy(),
        scores.meanLogLoss(),
        scores.meanBrier(),
        scores.kappa());
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
    err.flush();
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

  @Override
  public void close() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
