package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli.Result;
import io.bayou.bench.BayouInstance;
import io.bayou.bench.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

  private static final Duration NEWS_TIMEOUT = Duration.ofMinutes(1);
  private static final List<String> LEARNERS = List.of("naive-bayes", "lda", "logistic");

  private final Commands commands;
  private final Fleet fleet;
  private final Ledger ledger;
  private final Journal journal;
  private final List<Versions> trained;
  private int deletions;
  private int turn;

  Operations(Commands commands, Fleet fleet, Ledger ledger, Journal journal) {
    this.commands = commands;
    this.fleet = fleet;
    this.ledger = ledger;
    this.journal = journal;
    trained =
        List.of(
            new Versions(Topics.STEADY, commands, journal),
            new Versions(Topics.PERSONAL, commands, journal));
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
      create(model, specs, LaterLabels.spec(model));
    }
    create(Topics.PERSONAL, specs, Customers.spec());
  }

  private void create(String model, Path directory, String spec)
      throws InterruptedException, IOException {
    Path file = Files.writeString(directory.resolve(model + ".yaml"), spec);
    create(model, "--spec", file.toString());
  }

  private void create(String model, String option, String value) throws InterruptedException {
    Result created = commands.tryTo("models", "create", model, option, value);
    if (!created.done()) {
      throw new IllegalStateException("cannot create model " + model + ": " + created.error());
    }
  }

  /**
   * Leaves what is to be verified: the recreated model exists, and a version that was retrained
   * answers if there were any.
   */
  void restoreModels() throws InterruptedException {
    commands.tryTo("models", "create", Topics.PASSING); // refused if there is one
    if (turn > 0) {
      forEach(Versions::retrainIfNone);
      forEach(Versions::promote);
    }
  }

  /** Deletes a model under traffic and recreates it with another learner. */
  void replaceModel() throws InterruptedException {
    ledger.passingKnownAt(Long.MAX_VALUE);
    if (commands.run("models", "delete", Topics.PASSING).done()) {
      journal.count("deletions");
    }
    long deleted = System.currentTimeMillis();
    Thread.sleep(500L + 1_500L * (deletions % 3));
    deletions++;
    String learner = LEARNERS.get(deletions % LEARNERS.size());
    commands.run("models", "create", Topics.PASSING, "--learner", learner);
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
      case 0 -> forEach(Versions::retrain);
      case 1 -> verify(Topics.DEFAULT);
      case 2 -> forEach(Versions::promote);
      case 3 -> {
        verify(Topics.STEADY);
        verifyKeys();
      }
      case 4 -> forEach(Versions::rollback);
      case 5 -> {
        verify(Topics.PATIENT);
        verifyKeys();
      }
      default -> forEach(Versions::delete);
    }
  }

  private interface Operation {
    void on(Versions model) throws InterruptedException;
  }

  private void forEach(Operation operation) throws InterruptedException {
    for (Versions model : trained) {
      operation.on(model);
    }
  }

  private void verifyKeys() throws InterruptedException {
    verify(Topics.PERSONAL, "--keys", "100");
  }

  /* Under traffic: the published state must match some position of the log. */
  private void verify(String model, String... options) throws InterruptedException {
    List<String> words = new ArrayList<>(List.of("verify", model, "--json"));
    words.addAll(List.of(options));
    Result result = commands.run(words.toArray(String[]::new));
    journal.count("verifications");
    for (String line : result.out().split("\n", -1)) {
      if ("different".equals(JsonValues.object(line).get("verdict"))) {
        journal.count(WRONG + "verify " + model + " " + line);
        journal.say("WRONG: verify %s says %s", model, line);
      }
    }
  }
}
