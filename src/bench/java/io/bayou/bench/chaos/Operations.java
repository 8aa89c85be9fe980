package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli;
import io.bayou.bench.BayouCli.Result;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs an operator's commands meanwhile. Commands that are rejected or time out are counted; a
 * wrong result is a failure of the run.
 */
final class Operations {
  /** Counter of wrong results, with their output. */
  static final String WRONG = "wrong: ";

  /** Counter of commands that were rejected or timed out, with their output. */
  static final String REFUSED = "refused: ";

  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Duration NEWS_TIMEOUT = Duration.ofMinutes(1);
  private static final List<String> LEARNERS = List.of("naive-bayes", "lda", "logistic");

  private final BayouCli cli;
  private final Fleet fleet;
  private final Ledger ledger;
  private final Journal journal;
  private final Deque<Integer> versions = new ArrayDeque<>();
  private int deletions;
  private int turn;

  Operations(BayouCli cli, Fleet fleet, Ledger ledger, Journal journal) {
    this.cli = cli;
    this.fleet = fleet;
    this.ledger = ledger;
    this.journal = journal;
  }

  /**
   * Creates the models that the load expects.
   *
   * @param specs directory for specs
   */
  void createModels(Path specs) throws InterruptedException, IOException {
    for (String model : List.of(Topics.STEADY, Topics.PASSING, Topics.ABUSED)) {
      create(model, "--learner", "naive-bayes");
    }
    for (String model : List.of(Topics.PATIENT, Topics.HASTY)) {
      Path spec = Files.writeString(specs.resolve(model + ".yaml"), LaterLabels.spec(model));
      create(model, "--spec", spec.toString());
    }
  }

  private void create(String model, String option, String value) throws InterruptedException {
    Result created = cli.run(TIMEOUT, "models", "create", model, option, value);
    if (!created.done()) {
      throw new IllegalStateException("cannot create model " + model + ": " + created.error());
    }
  }

  /** Makes sure that the recreated model exists at the end, to be verified as well. */
  void restoreModels() throws InterruptedException {
    cli.run(TIMEOUT, "models", "create", Topics.PASSING); // refused if there is one
  }

  /** Deletes a model under traffic and recreates it with another learner. */
  void replaceModel() throws InterruptedException {
    ledger.passingKnownAt(Long.MAX_VALUE);
    if (run("models", "delete", Topics.PASSING).done()) {
      journal.count("deletions");
    }
    long deleted = System.currentTimeMillis();
    Thread.sleep(500L + 1_500L * (deletions % 3));
    deletions++;
    String learner = LEARNERS.get(deletions % LEARNERS.size());
    run("models", "create", Topics.PASSING, "--learner", learner);
    journal.say("model %s deleted and created as %s", Topics.PASSING, learner);
    awaitNews(deleted);
  }

  /* Once every instance has shown the new model, none can learn for the old one. */
  private void awaitNews(long deleted) throws InterruptedException {
    Set<Integer> informed = new HashSet<>();
    long deadline = System.nanoTime() + NEWS_TIMEOUT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      List<BayouInstance> instances = fleet.instances();
      for (int i = 0; i < instances.size(); i++) {
        if (!informed.contains(i) && shows(instances.get(i), deleted)) {
          informed.add(i);
        }
      }
      if (informed.size() == instances.size()) {
        ledger.passingKnownAt(System.currentTimeMillis());
        return;
      }
      Thread.sleep(200);
    }
    journal.say("not every instance has heard of the new model %s", Topics.PASSING);
  }

  private static boolean shows(BayouInstance instance, long since) throws InterruptedException {
    String json = instance.get("/models/" + Topics.PASSING).orElse("");
    return JsonValues.asList(JsonValues.object(json).get("versions")).stream()
        .map(JsonValues::asObject)
        .anyMatch(version -> JsonValues.asLong(version.get("createdAt")) >= since);
  }

  /** Runs the next operation on versions. */
  void nextVersionOperation() throws InterruptedException {
    switch (turn++ % 7) {
      case 0 -> retrain();
      case 1 -> verify(Topics.DEFAULT);
      case 2 -> promote();
      case 3 -> verify(Topics.STEADY);
      case 4 -> rollback();
      case 5 -> verify(Topics.PATIENT);
      default -> deleteVersion();
    }
  }

  private void retrain() throws InterruptedException {
    Result result = run("retrain", Topics.STEADY, "--json");
    for (String line : result.out().split("\n", -1)) {
      Map<String, Object> event = JsonValues.object(line);
      if ("ready".equals(event.get("event")) && event.get("version") instanceof Number version) {
        versions.addLast(version.intValue());
        journal.count("retrains");
        journal.say("retrained %s@%d from %s records", Topics.STEADY, version, learned(event));
      }
    }
  }

  private static Object learned(Map<String, Object> event) {
    return event.getOrDefault("learned", "?");
  }

  private void promote() throws InterruptedException {
    if (!versions.isEmpty()
        && run("promote", Topics.STEADY + "@" + versions.getLast(), "--force").done()) {
      journal.count("promotions");
      journal.say("promoted %s@%d", Topics.STEADY, versions.getLast());
    }
  }

  private void rollback() throws InterruptedException {
    if (!versions.isEmpty() && run("rollback", Topics.STEADY).done()) {
      journal.count("rollbacks");
      journal.say("rolled %s back", Topics.STEADY);
    }
  }

  private void deleteVersion() throws InterruptedException {
    if (!versions.isEmpty()
        && run("models", "delete", Topics.STEADY + "@" + versions.getFirst()).done()) {
      journal.say("deleted %s@%d", Topics.STEADY, versions.removeFirst());
    }
  }

  /** Verifies under traffic: the published state must match some position of the log. */
  private void verify(String model) throws InterruptedException {
    Result result = run("verify", model, "--json");
    journal.count("verifications");
    for (String line : result.out().split("\n", -1)) {
      if ("different".equals(JsonValues.object(line).get("verdict"))) {
        journal.count(WRONG + "verify " + model + " " + line);
        journal.say("WRONG: verify %s says %s", model, line);
      }
    }
  }

  private Result run(String... args) throws InterruptedException {
    Result result = cli.run(TIMEOUT, args);
    if (!result.done()) {
      String words = result.exitCode() < 0 ? "no end within " + TIMEOUT : result.error();
      journal.count(REFUSED + String.join(" ", args) + ": " + words);
    }
    return result;
  }
}
