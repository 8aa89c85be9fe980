package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.Progress;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.spec.SuiteCodec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Evaluates learners on all data sets of a directory.
 *
 * @param specs to evaluate; each data set adds the types of its features
 */
record SuiteRun(Path directory, List<ModelSpec> specs, CommandLine command) {
  private static final double ROUNDING = 1e-9;

  /**
   * How one learner did on one data set.
   *
   * @param run absent if the learner failed
   * @param note what to know about it; empty if nothing
   */
  record Result(String data, String learner, Optional<Prequential> run, String note) {
    double accuracy() {
      return run.map(r -> r.scores().accuracy()).orElse(Double.NaN);
    }

    double logLoss() {
      return run.map(r -> r.scores().meanLogLoss()).orElse(Double.NaN);
    }

    double ece() {
      return run.map(r -> r.scores().ece()).orElse(Double.NaN);
    }

    double rate() {
      return run.map(Prequential::rowsPerSecond).orElse(Double.NaN);
    }

    private void write(JsonObject json) {
      json.text("data", data)
          .text("learner", learner)
          .number("rows", run.map(Prequential::rows).orElse(0))
          .number("accuracy", accuracy())
          .number("logLoss", logLoss())
          .number("ece", ece())
          .number("instancesPerSecond", rate());
      if (!note.isEmpty()) {
        json.text("note", note);
      }
    }
  }

  /** Every learner with its defaults, except the one that needs a network. */
  static List<ModelSpec> allLearners() {
    return Arrays.stream(LearnerKind.values())
        .filter(kind -> kind != LearnerKind.BAYES_NET)
        .map(ModelSpec::of)
        .toList();
  }

  void print(boolean json) {
    List<Result> results = run();
    if (!json) {
      SuiteText.print(results, command.getOut());
      return;
    }
    results.forEach(result -> JsonObject.line(command.getOut(), result::write));
  }

  private List<Result> run() {
    List<Result> results = new ArrayList<>();
    Map<String, SuiteCodec.Entry> entries = SuiteData.entries(directory, command);
    for (Path file : SuiteData.files(directory, command)) {
      SuiteData data = SuiteData.read(file, entries, command);
      Prequential majority = evaluate(data, ModelSpec.of(LearnerKind.MAJORITY));
      for (ModelSpec spec : specs) {
        results.add(result(data, data.spec(spec), majority));
      }
    }
    return results;
  }

  private Result result(SuiteData data, ModelSpec spec, Prequential majority) {
    String learner = spec.learner().key();
    try {
      Prequential run = evaluate(data, spec);
      command.getErr().printf("%s: %s, %s%n", data.name(), learner, Display.seconds(run.seconds()));
      command.getErr().flush();
      return new Result(data.name(), learner, Optional.of(run), note(spec, run, majority));
    } catch (IllegalArgumentException | IllegalStateException e) {
      return new Result(data.name(), learner, Optional.empty(), String.valueOf(e.getMessage()));
    }
  }

  /* A learner that finds no feature of a type that it knows answers with the prior, but for roundings. */
  private static String note(ModelSpec spec, Prequential run, Prequential majority) {
    double prior = majority.scores().logLoss();
    boolean same = Math.abs(run.scores().logLoss() - prior) <= ROUNDING * Math.abs(prior);
    return same && spec.learner() != LearnerKind.MAJORITY
        ? "no feature that it can use, answers with the prior"
        : "";
  }

  private Prequential evaluate(SuiteData data, ModelSpec spec) {
    String what = data.name() + ": " + spec.learner().key();
    try (Progress progress = Progress.on(command.getErr(), what, data.table().rows())) {
      return Prequential.run(spec, data.table(), progress);
    }
  }
}
