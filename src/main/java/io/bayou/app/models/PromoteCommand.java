package io.bayou.app.models;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.replay.Versions;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bayou promote}: makes another version of a model the active one. */
@Command(
    name = "promote",
    description = {
      "Make another version of a model the active one; every event is still answered exactly once.",
      "The previous version keeps learning for retired.retention.ms, so that 'bayou rollback' finds"
          + " it up to date.",
      "Refused are versions in training, versions with fewer than a tenth of the active one's"
          + " examples, and versions that are clearly worse on the same labels."
    })
public final class PromoteCommand extends CliCommand {
  @Mixin private ConfigOptions options;

  @Parameters(
      paramLabel = "MODEL@VERSION",
      converter = ModelVersionName.Converter.class,
      description = "The version to activate.")
  private ModelVersionName name;

  @Option(
      names = "--force",
      description =
          "Promote even a version that is not ready, has far fewer examples than the active one, or"
              + " is clearly worse.")
  private boolean force;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (name.version().isEmpty()) {
      throw misuse("the version is missing; write " + name.model() + "@2, for example");
    }
    int version = name.version().getAsInt();
    options.onKafka(cluster -> new Versions(cluster, name.model()).promote(version, force));
    out()
        .printf(
            "%1$s is now served by version %2$d; undo with: bayou rollback %1$s%n",
            name.model(), version);
    return ExitCode.OK;
  }
}
