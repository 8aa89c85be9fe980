package io.bayou.app.cli;

import static picocli.CommandLine.Spec.Target.MIXEE;

import io.bayou.config.AppConfig;
import io.bayou.config.ConfigLoader;
import io.bayou.config.LoadedConfig;
import io.bayou.stream.topics.KafkaCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that needs the configuration; a {@code @Mixin}. */
public final class ConfigOptions {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Path DEFAULT_FILE = Path.of("bayou.properties");

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

  /** Sets a value as {@code -D} does. */
  public void set(String key, String value) {
    settings.put(key, value);
  }

  /**
   * Reads and checks the configuration.
   *
   * @throws ConfigException if it is not valid
   */
  public LoadedConfig load() {
    var loader = new ConfigLoader();
    if (file != null) {
      loader.file(file);
    } else if (Files.exists(DEFAULT_FILE)) {
      loader.file(DEFAULT_FILE);
    }
    CommandContext context = (CommandContext) command.root().userObject();
    return loader.environment(context.environment()).flags(settings).load();
  }

  /* Whoever mistyped the address learns it in seconds, not when a client gives up. */
  private void awaitKafka(AppConfig config) {
    PrintWriter err = command.commandLine().getErr();
    new FirstContact(config, note -> err.println("bayou: " + note), PATIENCE)
        .await(new CompletableFuture<>()); // a signal ends the process, as usual
  }

  /** Work that needs Kafka. */
  public interface KafkaWork<T> {
    T run(KafkaCluster cluster) throws IOException, InterruptedException;
  }

  /**
   * Loads the configuration, waits for Kafka and does the work.
   *
   * @throws CommandFailed if Kafka does not respond, or fails
   */
  public <T> T onKafka(KafkaWork<T> work) throws IOException, InterruptedException {
    AppConfig config = load().app();
    awaitKafka(config);
    try {
      return work.run(KafkaCluster.of(config));
    } catch (KafkaException e) {
      throw CommandFailed.because("Kafka at " + config.kafka().bootstrapServers() + " failed", e);
    }
  }
}
