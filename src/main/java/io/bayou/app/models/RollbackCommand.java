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
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bayou rollback}: makes the previously active version active again. */
@Command(
    name = "rollback",
    description = "Make the previously active version of a model active again.")
public final class RollbackCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigOptions options;

  @Parameters(paramLabel = "MODEL", description = "The model.")
  private String model;

  @Override
  public Integer call() throws IOException, InterruptedException {
    AppConfig config = options.load().app();
    KafkaErrors.run(config, () -> rollback(config));
    return ExitCode.OK;
  }

  private void rollback(AppConfig config) {
    ModelDefinition after = new ActiveVersion(config, model).rollback();
    spec.commandLine()
        .getOut()
        .printf("%s is served by version %d again%n", model, after.activeVersion());
  }
}
