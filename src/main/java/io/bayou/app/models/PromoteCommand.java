package io.bayou.app.models;

import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.KafkaErrors;
import io.bayou.config.AppConfig;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.ActiveVersion;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bayou promote}: makes another version of a model the active one. */
@Command(
    name = "promote",
    description = {
      "Make another version of a model the active one; every event is still answered exactly once.",
      "The previous version keeps learning for retired.retention.ms, so that 'bayou rollback' finds"
          + " it up to date."
    })
public final class PromoteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Parameters(
      paramLabel = "MODEL@VERSION",
      converter = ModelVersionName.Converter.class,
      description = "The version to activate.")
  private ModelVersionName name;

  @Option(
      names = "--force",
      description = "Even if the version is not ready, or clearly worse than the active one.")
  private boolean force;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (name.version().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "the version is missing; write " + name.model() + "@2, for example");
    }
    AppConfig config = options.load().app();
    KafkaErrors.run(config, () -> promote(config));
    return ExitCode.OK;
  }

  private void promote(AppConfig config) {
    ModelDefinition after =
        new ActiveVersion(config, name.model()).promote(name.version().getAsInt(), force);
    spec.commandLine()
        .getOut()
        .printf(
            "%s is now served by version %d; undo with: bayou rollback %s%n",
            after.name(), after.activeVersion(), after.name());
  }
}
