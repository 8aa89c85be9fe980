package io.bayou.app.serve;

import io.bayou.app.cli.CliCommand;
import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.ConfigOptions;
import io.bayou.app.cli.PastTime;
import io.bayou.app.cli.Progress;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicReader;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bayou dead-letters}: counts, shows and sends again what was refused. */
@Command(
    name = "dead-letters",
    description = "Count, show and send again the records that were refused.")
public final class DeadLettersCommand extends CliCommand {
  /** The letters of one reason from one topic. */
  private static final class Group {
    private long count;
    private DeadLetter first;
    private DeadLetter last;

    void add(DeadLetter letter) {
      count++;
      if (first == null || letter.record().timestamp() < first.record().timestamp()) {
        first = letter;
      }
      if (last == null || letter.record().timestamp() >= last.record().timestamp()) {
        last = letter;
      }
    }
  }

  @Override
  public Integer call() {
    commandLine().usage(err());
    return ExitCode.USAGE;
  }

  @Command(
      name = "list",
      description = "Count dead letters by reason and topic, with the latest message of each.")
  int list(
      @Option(
              names = "--reason",
              paramLabel = "REASON",
              description = "Only ${COMPLETION-CANDIDATES}.")
          BadRecordException.Reason reason,
      @Option(
              names = "--since",
              paramLabel = "TIME",
              description =
                  "Only those since: 2026-01-31, 2026-01-31T12:00:00Z, or 90m, 12h, 7d ago.")
          String since,
      @Option(names = "--json", description = "Print one JSON object per reason and topic.")
          boolean json,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    long from = since == null ? Long.MIN_VALUE : PastTime.millis(since, commandLine());
    SortedMap<String, Group> groups = new TreeMap<>();
    options.onKafka(
        cluster ->
            read(
                cluster,
                letter -> {
                  if (letter.record().timestamp() >= from
                      && (reason == null || reason.name().equals(letter.reason()))) {
                    groups
                        .computeIfAbsent(
                            letter.reason() + " " + letter.sourceTopic(), key -> new Group())
                        .add(letter);
                  }
                }));
    if (groups.isEmpty() && !json) {
      say("no dead letters");
    }
    groups.values().forEach(group -> print(group, json));
    return ExitCode.OK;
  }

  @Command(
      name = "show",
      description = "Show one dead letter: the latest, or the one at an offset or with a key.")
  int show(
      @Option(
              names = "--offset",
              paramLabel = "P:O",
              description = "Partition and offset in the dead-letter topic, as 'list' shows them.")
          String position,
      @Option(names = "--id", paramLabel = "ID", description = "The latest with this key.")
          String id,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    DeadLetter[] found = new DeadLetter[1];
    options.onKafka(
        cluster ->
            read(
                cluster,
                letter -> {
                  if ((position == null || position.equals(letter.position()))
                      && (id == null || id.equals(letter.key()))) {
                    found[0] = letter;
                  }
                }));
    if (found[0] == null) {
      throw new CommandFailed(
          "there is no such dead letter; 'bayou dead-letters list' counts them");
    }
    print(found[0]);
    return ExitCode.OK;
  }

  @Command(
      name = "retry",
      description = {
        "Send dead letters back to the topic and partition that they came from, each once.",
        "Key, value and headers are the original ones; the time is now. Letters that were cut are"
            + " left out, and those of a new class that the active version has learned since. What"
            + " is refused again becomes a new dead letter."
      })
  int retry(
      @Option(
              names = "--reason",
              paramLabel = "REASON",
              description = "Only ${COMPLETION-CANDIDATES}.")
          BadRecordException.Reason reason,
      @Option(names = "--dry-run", description = "Count what would be sent, and send nothing.")
          boolean dryRun,
      @Mixin ConfigOptions options)
      throws IOException, InterruptedException {
    try (Progress progress = Progress.on(err(), "reading dead letters", 0)) {
      DeadLetterRetry.Outcome outcome =
          options.onKafka(
              cluster -> {
                var retry =
                    new DeadLetterRetry(cluster, Optional.ofNullable(reason), progress::update);
                return dryRun ? retry.count() : retry.run();
              });
      out().printf("%s %,d dead letters%n", dryRun ? "would send" : "sent", outcome.sent());
      if (outcome.cut() > 0) {
        out().printf("left out %,d that were cut (bayou.truncated)%n", outcome.cut());
      }
      if (outcome.foreign() > 0) {
        out().printf("left out %,d of topics that are not read%n", outcome.foreign());
      }
      if (outcome.learned() > 0) {
        out()
            .printf(
                "left out %,d that the active version has learned where they lie%n",
                outcome.learned());
      }
    }
    return ExitCode.OK;
  }

  private static boolean read(KafkaCluster cluster, Consumer<DeadLetter> visitor) {
    try (TopicReader reader =
        new TopicReader(cluster, List.of(cluster.config().topics().deadLetters()))) {
      reader.catchUp(record -> visitor.accept(new DeadLetter(record)));
      return true;
    }
  }

  private void print(Group group, boolean json) {
    String first = Instant.ofEpochMilli(group.first.record().timestamp()).toString();
    String last = Instant.ofEpochMilli(group.last.record().timestamp()).toString();
    if (json) {
      JsonObject.line(
          out(),
          object ->
              object
                  .text("reason", group.last.reason())
                  .text("topic", group.last.sourceTopic())
                  .number("count", group.count)
                  .text("first", first)
                  .text("last", last)
                  .text("offset", group.last.position())
                  .text("message", group.last.message()));
    } else {
      out()
          .printf(
              "%,d %s from %s, %s to %s%n  %s: %s%n",
              group.count,
              group.last.reason(),
              group.last.sourceTopic(),
              first,
              last,
              group.last.position(),
              group.last.message());
    }
  }

  private void print(DeadLetter letter) {
    out().println("offset   " + letter.position());
    out().println("time     " + Instant.ofEpochMilli(letter.record().timestamp()));
    out().println("reason   " + letter.reason());
    out().println("message  " + letter.message());
    out().println("source   " + letter.source());
    letter.truncated().ifPresent(what -> out().println("cut      " + what));
    out().println("key      " + letter.key());
    out().println("value    " + letter.value());
  }
}
