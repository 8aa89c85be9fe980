package io.bayou.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs commands of Bayou, each in its own process. Thread-safe. */
public final class BayouCli {
  private static final List<String> JVM =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final String bootstrapServers;
  private final Path logs;
  private final List<String> settings;
  private final AtomicInteger number = new AtomicInteger();

  /**
   * The result of a command.
   *
   * @param exitCode -1 after a timeout
   * @param error its last line on stderr
   */
  public record Result(int exitCode, String out, String error) {
    public boolean done() {
      return exitCode == 0;
    }
  }

  /**
   * @param settings as {@code name=value}
   */
  public BayouCli(String bootstrapServers, Path logs, List<String> settings) {
    this.bootstrapServers = bootstrapServers;
    this.logs = logs;
    this.settings = List.copyOf(settings);
  }

  /** Runs a command to its end, or kills it after the timeout. */
  public Result run(Duration timeout, String... args) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("io.bayou.app.Main"));
    command.addAll(List.of(args));
    command.add("-Dkafka.bootstrap.servers=" + bootstrapServers);
    settings.forEach(setting -> command.add("-D" + setting));
    String name = String.format("cli-%04d-%s", number.incrementAndGet(), args[0]);
    ChildProcess process = ChildProcess.start(name, logs, JVM, command);
    boolean ended = process.awaitExit(timeout);
    if (!ended) {
      process.kill();
    }
    Result result = new Result(ended ? process.exitCode() : -1, process.out(), process.lastError());
    if (result.done()) {
      forget(name);
    }
    return result;
  }

  /* Keeps only the output of failed commands. */
  private void forget(String name) {
    try {
      Files.deleteIfExists(logs.resolve(name + ".out"));
      Files.deleteIfExists(logs.resolve(name + ".err"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the output of " + name, e);
    }
  }
}
