package io.bayou.app.cli;

import static picocli.CommandLine.Spec.Target.MIXEE;

import io.bayou.config.ConfigLoader;
import io.bayou.config.LoadedConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that needs the configuration; a command has them as a mixin. */
public final class ConfigOptions {
  private static final Path USUAL_FILE = Path.of("bayou.properties");

  @Spec(MIXEE)
  private CommandSpec command;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings file (default: bayou.properties in the working directory, if any).")
  private Path file;

  @Option(
      names = {"-D", "--set"},
      paramLabel = "KEY=VALUE",
      description = "A setting; overrides the environment (BAYOU_...), which overrides the file.")
  private Map<String, String> settings = new LinkedHashMap<>();

  /** As if the setting had been given by {@code -D}. */
  public void set(String key, String value) {
    settings.put(key, value);
  }

  /**
   * Reads and checks the configuration.
   *
   * @throws ConfigException if it is not right
   */
  public LoadedConfig load() {
    var loader = new ConfigLoader();
    if (file != null) {
      loader.file(file);
    } else if (Files.exists(USUAL_FILE)) {
      loader.file(USUAL_FILE);
    }
    return loader.environment(environment()).flags(settings).load();
  }

  private Map<String, String> environment() {
    return ((CommandContext) command.root().userObject()).environment();
  }
}
