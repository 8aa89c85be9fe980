package io.bayou.app;

import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.model.ModelDefinition.State;
import io.bayou.model.ModelDefinition.Version;
import io.bayou.model.eval.Comparison;
import io.bayou.model.eval.Evaluation;
import io.bayou.replay.Versions;
import io.bayou.stream.Evaluations;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bayou promote}: another version of a model answers from now on. */
@Command(
    name = "promote",
    description = {
      "Let another version of a model answer; every event is still answered exactly once.",
      "The version that answered learns on for retired.retention.ms, so that 'bayou rollback' finds"
          + " it up to date."
    })
final class PromoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Parameters(
      paramLabel = "MODEL@VERSION",
      converter = ModelVersionName.Converter.class,
      description = "The version that is to answer.")
  private ModelVersionName name;

  @Option(
      names = "--force",
      description = "Even if the version is not ready, or clearly worse than the active one.")
  private boolean force;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (name.version().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "which version? give " + name.model() + "@2, for example");
    }
    AppConfig config = options.load().app();
    Reaching.run(config, () -> promote(config));
    return ExitCode.OK;
  }

  private void promote(AppConfig config) {
    Versions versions = new Versions(config, name.model());
    ModelDefinition after =
        versions.change(
            (definition, published) -> {
              Version version = name.of(definition);
              check(definition, version);
              checkNotWorse(definition, version, published.evaluations());
              return definition.promote(version.number(), System.currentTimeMillis());
            });
    spec.commandLine()
        .getOut()
        .printf(
            "%s answers by version %d; back: bayou rollback %s%n",
            after.name(), after.activeVersion(), after.name());
  }

  /* Both were scored on the same labels since the version was ready. */
  private void checkNotWorse(ModelDefinition definition, Version version, Evaluations evaluations) {
    Optional<Comparison> active = comparison(evaluations, definition.activeVersion());
    Optional<Comparison> next = comparison(evaluations, version.number());
    if (!force
        && active.isPresent()
        && next.isPresent()
        && next.get().isClearlyWorseThan(active.get())) {
      throw new CommandFailed(
          String.format(
              Locale.ROOT,
              "%s is clearly worse on the same %,.0f labels: accuracy %.4f against %.4f, log loss"
                  + " %.4f against %.4f; use --force if you mean it",
              name,
              next.get().instances(),
              next.get().accuracy(),
              active.get().accuracy(),
              next.get().meanLogLoss(),
              active.get().meanLogLoss()));
    }
  }

  private Optional<Comparison> comparison(Evaluations evaluations, int version) {
    return evaluations.merged(name.model(), version).map(Evaluation::comparison);
  }

  private void check(ModelDefinition definition, Version version) {
    if (version.number() == definition.activeVersion()) {
      throw new CommandFailed(name + " is the active version already");
    }
    if (version.state() == State.TRAINING && !force) {
      throw new CommandFailed(
          name
              + " is still in training; let 'bayou retrain "
              + name.model()
              + "' finish, or use --force");
    }
  }
}
