package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli;
import io.bayou.bench.Cluster;
import io.bayou.bench.WorkDirectory;
import io.bayou.bench.chaos.Ledger.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;

/** One run: starts everything, executes the plan, waits for quiescence, checks the result. */
final class ChaosRun {
  private static final Duration START = Duration.ofMinutes(5);
  private static final int MORE_PARTITIONS = 2;
  private static final int INITIAL_PARTITIONS = 4;
  private static final int RETURNS_PARTITIONS = 3;

  private final ChaosOptions options;
  private final Plan plan;
  private final Journal journal;
  private final Ledger ledger = new Ledger();
  private final ExecutorService models = Executors.newSingleThreadExecutor();
  private final ExecutorService versions = Executors.newSingleThreadExecutor();
  private final ExecutorService poisoning = Executors.newSingleThreadExecutor();
  private int partitions = INITIAL_PARTITIONS;

  private Cluster cluster;
  private Fleet fleet;
  private BrokerFaults brokers;
  private Operations operations;
  private Poison poison;

  ChaosRun(ChaosOptions options, Plan plan, Journal journal) {
    this.options = options;
    this.plan = plan;
    this.journal = journal;
  }

  /** Runs to the end and reports the findings. */
  Report run(WorkDirectory directory) throws InterruptedException, IOException {
    try (Cluster started = new Cluster(directory.data(), directory.logs(), options.brokers())) {
      cluster = started;
      journal.say("%d brokers serve %s", cluster.size(), cluster.bootstrapServers());
      int copies = Math.min(3, cluster.size());
      createReturns(copies);
      try (Fleet instances =
          new Fleet(options.instances(), directory, cluster.bootstrapServers(), copies, journal)) {
        fleet = instances;
        BayouCli cli =
            new BayouCli(cluster.bootstrapServers(), directory.logs(), Fleet.SHARED_SETTINGS);
        operations = new Operations(new Commands(cli, journal), fleet, ledger, journal);
        return withInstances(cli, directory.data());
      }
    } finally {
      models.shutdownNow();
      versions.shutdownNow();
      poisoning.shutdownNow();
    }
  }

  /* The other topics are created by the instances, with more partitions. */
  private void createReturns(int copies) throws InterruptedException {
    NewTopic returns = new NewTopic(Topics.RETURNS, RETURNS_PARTITIONS, (short) copies);
    try {
      cluster.admin().createTopics(List.of(returns)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot create the topic " + Topics.RETURNS, e.getCause());
    }
  }

  private Report withInstances(BayouCli cli, Path specs) throws InterruptedException, IOException {
    if (!fleet.awaitReady(START)) {
      throw new IllegalStateException(
          "the instances do not start: " + journal.under(Fleet.LAST_WORDS));
    }
    operations.createModels(specs);
    journal.say("%d instances run; the load begins", options.instances());
    try (Answers answers = new Answers(cluster.bootstrapServers(), ledger);
        Ticker ticker = new Ticker(journal, ledger, fleet);
        Inquiries commands = new Inquiries(cli)) {
      answers.start();
      ticker.start();
      faultsUnderLoad();
      Proof proof = new Proof(ledger, fleet, commands, journal);
      journal.say("the faults are over; waiting until everything is counted and answered");
      operations.restoreModels();
      proof.settle();
      if (options.plan() != Plan.Kind.RANDOM && fleet.selfExits() > 0) {
        journal.count(Operations.WRONG + fleet.selfExits() + " instances ended by themselves");
      }
      journal.say("proving");
      proof.judge();
      return new Report(options, journal, ledger, fleet, proof);
    }
  }

  private void faultsUnderLoad() throws InterruptedException, IOException {
    try (Sender sender = new Sender(cluster.bootstrapServers(), ledger, "none");
        Poison poisonous = new Poison(cluster.bootstrapServers(), ledger);
        BrokerFaults brokerFaults = new BrokerFaults(cluster, journal)) {
      poison = poisonous;
      brokers = brokerFaults;
      Load load = new Load(sender, ledger, options.rate());
      load.start();
      follow();
      finish(poisoning);
      finish(models);
      finish(versions);
      brokers.finish();
      load.stop();
      fleet.resumeAll();
    }
    if (!cluster.awaitInSync(START)) {
      journal.say("the brokers do not recover: %s", cluster.ended());
    }
    if (!fleet.awaitReady(START)) {
      journal.say("not all instances are back");
    }
  }

  private static void finish(ExecutorService executor) throws InterruptedException {
    executor.shutdown();
    if (!executor.awaitTermination(START.toSeconds(), TimeUnit.SECONDS)) {
      executor.shutdownNow();
    }
  }

  private void follow() throws InterruptedException, IOException {
    long origin = System.nanoTime();
    for (Plan.Step step : plan.steps()) {
      sleepUntil(origin, step.atMillis());
      apply(step);
    }
    sleepUntil(origin, (long) (options.minutes() * 60_000));
  }

  private static void sleepUntil(long origin, long millis) throws InterruptedException {
    long left = millis - (System.nanoTime() - origin) / 1_000_000;
    if (left > 0) {
      Thread.sleep(left);
    }
  }

  private void apply(Plan.Step step) throws InterruptedException, IOException {
    switch (step.fault()) {
      case KILL, WIPE -> kill(step.fault(), step.target());
      case BROKER -> {
        if (!brokers.kill(step.target())) {
          kill(Fault.KILL, step.target()); // the last broker is not back yet
        }
      }
      case OUTAGE -> brokers.killAll(step.detail(), fleet);
      case ROLL -> brokers.roll(step.target(), step.detail());
      case TERMINATE -> fleet.terminate(step.target());
      case FREEZE -> fleet.freeze(step.target(), step.detail());
      case PARTITIONS -> grow();
      case POISON -> poisoning.execute(() -> poison.volley(step.target()));
      case MODELS -> models.execute(quietly(operations::replaceModel));
      case RETRAIN -> versions.execute(quietly(operations::nextVersionOperation));
    }
    if (step.fault().group() != Fault.Group.BROKER && step.fault().group() != Fault.Group.KILL) {
      journal.count(step.fault());
    } else if (step.fault() == Fault.TERMINATE) {
      journal.count(step.fault());
    }
  }

  private void kill(Fault fault, int target) throws IOException {
    fleet.kill(target, fault == Fault.WIPE);
    journal.count(fault);
  }

  private void grow() throws InterruptedException {
    partitions += MORE_PARTITIONS;
    NewPartitions wanted = NewPartitions.increaseTo(partitions);
    try {
      cluster
          .admin()
          .createPartitions(
              Map.of(Topics.LABELED, wanted, Topics.UNLABELED, wanted, Topics.ORDERS, wanted))
          .all()
          .get();
      journal.say("the event topics have %d partitions now", partitions);
    } catch (ExecutionException e) {
      journal.say("partitions could not be added: %s", e.getCause());
    }
  }

  private interface Work {
    void run() throws InterruptedException;
  }

  private static Runnable quietly(Work work) {
    return () -> {
      try {
        work.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** Counts of questions, labels and the rest, for a progress line. */
  static String totals(Ledger ledger) {
    return String.format(
        "labels %,d, questions %,d, answered %,d, joined %,d, of customers %,d, poison %,d,"
            + " dead letters %,d",
        ledger.sent(Kind.LABEL),
        ledger.sent(Kind.QUESTION),
        ledger.answers(Kind.QUESTION),
        ledger.joins().examples(),
        ledger.sent(Kind.CUSTOMER_LABEL),
        ledger.sent(Kind.POISON),
        ledger.letters(Kind.POISON));
  }
}
