package io.bayou.app.offline;

import io.bayou.app.cli.Display;
import io.bayou.app.cli.Progress;
import io.bayou.codec.json.JsonObject;
import io.bayou.codec.spec.SuiteCodec;
import io.bayou.model.spec.LearnerKind;
import io.bayou.model.spec.ModelSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** Evaluates learners on all data sets of a directory. */
final class SuiteRun {
  private final Path directory;
  private final List<ModelSpec> specs;
  private final CommandLine command;

  /**
   * @param specs what to evaluate; on each data set with the types of its features
   */
  SuiteRun(Path directory, List<ModelSpec> specs, CommandLine command) {
    this.directory = directory;
    this.specs = specs;
    this.command = command;
  }

  /** Every learner with its defaults, but for the one that knows nothing without a network. */
  static List<ModelSpec> allLearners() {
    List<ModelSpec> specs = new ArrayList<>();
    for (LearnerKind kind : LearnerKind.values()) {
      if (kind != LearnerKind.BAYES_NET) {
        specs.add(ModelSpec.of(kind));
      }
    }
    return specs;
  }

  void print(boolean json) {
    List<SuiteResult> results = run();
    if (!json) {
      SuiteText.print(results, command.getOut());
      return;
    }
    for (SuiteResult result : results) {
      JsonObject.line(command.getOut(), result::write);
    }
  }

  private List<SuiteResult> run() {
    List<SuiteResult> results = new ArrayList<>();
    Map<String, SuiteCodec.Entry> said = SuiteData.said(directory);
    for (Path file : SuiteData.files(directory, command)) {
      SuiteData data = SuiteData.read(file, said, command);
      Prequential majority = evaluate(data, ModelSpec.of(LearnerKind.MAJORITY));
      for (ModelSpec spec : specs) {
        results.add(result(data, data.spec(spec), majority));
      }
    }
    return results;
  }

  private SuiteResult result(SuiteData data, ModelSpec spec, Prequential majority) {
    String learner = spec.learner().key();
    try {
      Prequential run = evaluate(data, spec);
      command.getErr().printf("%s: %s, %s%n", data.name(), learner, Display.seconds(run.seconds()));
      command.getErr().flush();
      return new SuiteResult(data.name(), learner, Optional.of(run), note(spec, run, majority));
    } catch (IllegalArgumentException | IllegalStateException e) {
      return SuiteResult.failed(data.name(), learner, e);
    }
  }

  /* A learner that finds no feature of a type that it knows answers with the prior, to the bit. */
  private static String note(ModelSpec spec, Prequential run, Prequential majority) {
    boolean same = run.scores().logLoss() == majority.scores().logLoss();
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
