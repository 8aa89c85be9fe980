package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli;
import io.bayou.bench.BayouCli.Result;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Commands that change nothing, two at a time: most of what they take is the start of their
 * process. Single-threaded.
 */
final class Inquiries implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(4);
  private static final int AT_A_TIME = 2;

  private final BayouCli cli;
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
  private final Map<List<String>, Future<Result>> results = new HashMap<>();

  Inquiries(BayouCli cli) {
    this.cli = cli;
  }

  /** Begins a command whose result will be asked for. */
  void begin(String... command) {
    List<String> words = List.of(command);
    results.computeIfAbsent(words, w -> threads.submit(() -> cli.run(TIMEOUT, command)));
  }

  /** The result of a command, which need not have begun. */
  Result of(String... command) throws InterruptedException {
    begin(command);
    try {
      return results.get(List.of(command)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot run " + List.of(command), e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
