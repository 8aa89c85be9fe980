package io.bayou.bench.chaos;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Prints a progress line every few seconds. */
final class Ticker implements AutoCloseable {
  private static final long SECONDS = 5;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  private final Journal journal;
  private final Ledger ledger;
  private final Fleet fleet;

  Ticker(Journal journal, Ledger ledger, Fleet fleet) {
    this.journal = journal;
    this.ledger = ledger;
    this.fleet = fleet;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it runs until it is closed
  void start() {
    clock.scheduleAtFixedRate(
        () ->
            journal.say(
                "%s; %d running, at most %d MB",
                ChaosRun.totals(ledger), fleet.running(), fleet.maxResident()),
        SECONDS,
        SECONDS,
        TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
