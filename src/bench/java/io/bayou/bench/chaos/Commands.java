package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli;
import io.bayou.bench.BayouCli.Result;
import java.time.Duration;

/** Commands under chaos: one that is rejected or takes too long is counted. Thread-safe. */
final class Commands {
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private final BayouCli cli;
  private final Journal journal;

  Commands(BayouCli cli, Journal journal) {
    this.cli = cli;
    this.journal = journal;
  }

  Result run(String... args) throws InterruptedException {
    Result result = cli.run(TIMEOUT, args);
    if (!result.done()) {
      String words = result.exitCode() < 0 ? "no end within " + TIMEOUT : result.error();
      journal.count(Operations.REFUSED + String.join(" ", args) + ": " + words);
    }
    return result;
  }

  /** Counts nothing: what a failure means is up to the caller. */
  Result tryTo(String... args) throws InterruptedException {
    return cli.run(TIMEOUT, args);
  }
}
