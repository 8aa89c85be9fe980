package io.bayou.app.models;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.model.ModelDefinition;
import io.bayou.replay.Versions;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bayou rollback}: makes the previously active version active again. */
@Command(
    name = "rollback",
    description = {
      "Make the previously active version of a model active again.",
      "The version that it replaces stays, ready to be promoted again. A second rollback goes"
          + " further back, never forward."
    })
public final class RollbackCommand extends CliCommand {
  @Mixin private ConfigOptions options;

  @Parameters(paramLabel = "MODEL", description = "The model.")
  private String model;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ModelDefinition after = options.onKafka(cluster -> new Versions(cluster, model).rollback());
    out().printf("%s is served by version %d again%n", model, after.activeVersion());
    return ExitCode.OK;
  }
}
