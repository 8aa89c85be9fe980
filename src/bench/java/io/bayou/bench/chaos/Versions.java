package io.bayou.bench.chaos;

import io.bayou.bench.BayouCli.Result;
import io.bayou.bench.JsonValues;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** The versions of a model that come and go. Single-threaded. */
final class Versions {
  private final String model;
  private final Commands commands;
  private final Journal journal;
  private final Deque<Integer> trained = new ArrayDeque<>();
  private int active = 1;
  private int former = 1;

  Versions(String model, Commands commands, Journal journal) {
    this.model = model;
    this.commands = commands;
    this.journal = journal;
  }

  void retrain() throws InterruptedException {
    Result result = commands.run("retrain", model, "--json");
    for (String line : result.out().split("\n", -1)) {
      Map<String, Object> event = JsonValues.object(line);
      if ("ready".equals(event.get("event")) && event.get("version") instanceof Number version) {
        trained.addLast(version.intValue());
        journal.count("retrains");
        journal.say(
            "retrained %s@%d from %s records", model, version, event.getOrDefault("learned", "?"));
      }
    }
  }

  void retrainIfNone() throws InterruptedException {
    if (trained.isEmpty()) {
      retrain();
    }
  }

  /** Promotes the latest of them. */
  void promote() throws InterruptedException {
    if (!trained.isEmpty()
        && trained.getLast() != active
        && commands.run("promote", model + "@" + trained.getLast(), "--force").done()) {
      former = active;
      active = trained.getLast();
      journal.count("promotions");
      journal.say("promoted %s@%d", model, active);
    }
  }

  void rollback() throws InterruptedException {
    if (!trained.isEmpty() && commands.run("rollback", model).done()) {
      active = former;
      journal.count("rollbacks");
      journal.say("rolled %s back", model);
    }
  }

  /** Deletes the oldest of them. */
  void delete() throws InterruptedException {
    if (!trained.isEmpty()
        && commands.run("models", "delete", model + "@" + trained.getFirst()).done()) {
      journal.say("deleted %s@%d", model, trained.removeFirst());
    }
  }
}
