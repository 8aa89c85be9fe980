package io.bayou.app.models;

import com.fasterxml.jackson.core.JsonGenerator;
import io.bayou.app.cli.Display;
import io.bayou.app.cli.JsonEvents;
import io.bayou.app.cli.JsonOutput;
import io.bayou.app.cli.Progress;
import io.bayou.model.eval.Scores;
import io.bayou.replay.ReplayPlan;
import io.bayou.replay.Retraining;
import io.bayou.replay.Tournament;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** How a replay goes: a line of progress and sentences for people, objects for programs. */
final class RetrainReport implements Retraining.Listener, AutoCloseable {
  private static final long NANOS_BETWEEN_EVENTS = 1_000_000_000L;

  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private Progress progress;
  private boolean saidWaiting;
  private long lastEvent;

  RetrainReport(CommandLine command, boolean json) {
    out = command.getOut();
    err = command.getErr();
    this.json = json;
  }

  @Override
  public void registered(int version, ReplayPlan plan, boolean resumed) {
    if (json) {
      object(
          "registered",
          generator -> {
            generator.writeNumberField("version", version);
            generator.writeBooleanField("resumed", resumed);
            ranges(plan, generator);
          });
      return;
    }
    err.println((resumed ? "going on with version " : "registered version ") + version);
    warnOfCuts(plan);
    err.flush();
  }

  @Override
  public void waiting(int partitions) {
    if (json) {
      if (isTime()) {
        object("waiting", generator -> generator.writeNumberField("partitions", partitions));
      }
    } else if (!saidWaiting) {
      saidWaiting = true;
      err.println("waiting until every task learns it");
      err.flush();
    }
  }

  @Override
  public void progress(long done, long total) {
    if (json) {
      if (isTime()) {
        object(
            "progress",
            generator -> {
              generator.writeNumberField("done", done);
              generator.writeNumberField("total", total);
            });
      }
      return;
    }
    if (progress == null) {
      progress = Progress.on(err, "replaying", total);
    }
    progress.update(done);
  }

  void planned(String model, ReplayPlan plan) {
    if (json) {
      object("plan", generator -> ranges(plan, generator));
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
    if (json) {
      object(
          "ready",
          generator -> {
            generator.writeStringField("model", model);
            generator.writeNumberField("version", outcome.version());
            generator.writeNumberField("records", outcome.records());
            generator.writeNumberField("learned", outcome.learned());
            generator.writeNumberField("unreadable", outcome.unreadable());
            JsonOutput.number(generator, "seconds", outcome.seconds());
            JsonOutput.number(generator, "recordsPerSecond", outcome.records() / outcome.seconds());
            ranges(outcome.plan(), generator);
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
    out.printf("let it answer: bayou promote %s@%d%n", model, outcome.version());
  }

  void compared(List<Path> specs, Tournament.Outcome outcome) {
    close();
    if (!json) {
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
    if (json) {
      object(
          "compared",
          generator -> {
            generator.writeStringField("spec", spec.toString());
            JsonOutput.weight(generator, "instances", scores.instances());
            JsonOutput.number(generator, "accuracy", scores.accuracy());
            JsonOutput.number(generator, "logLoss", scores.meanLogLoss());
            JsonOutput.number(generator, "brier", scores.meanBrier());
            JsonOutput.number(generator, "ece", scores.ece());
            JsonOutput.number(generator, "kappa", scores.kappa());
          });
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
      if (range.cut() > 0 && !json) {
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

  private static void ranges(ReplayPlan plan, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("partitions");
    for (ReplayPlan.Range range : plan.ranges()) {
      json.writeStartObject();
      json.writeStringField("partition", range.source());
      json.writeNumberField("from", range.from());
      json.writeNumberField("to", range.to());
      json.writeNumberField("cut", range.cut());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private boolean isTime() {
    long now = System.nanoTime();
    boolean due = lastEvent == 0 || now - lastEvent > NANOS_BETWEEN_EVENTS;
    lastEvent = due ? now : lastEvent;
    return due;
  }

  private void object(String event, JsonEvents.Fields fields) {
    new JsonEvents(out).write(event, fields);
  }

  @Override
  public void close() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
