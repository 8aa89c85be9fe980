package io.bayou.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bayou.broker.BrokerExtension;
import io.bayou.model.ModelSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What only a broker and a crash can show: nothing is lost, nothing counts twice. */
@Tag("broker")
class ExactlyOnceTest {
  private static final int LABELED = 200_000;
  private static final int UNLABELED = 20_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final List<BayouProcess> processes = new ArrayList<>();

  @AfterEach
  void stop() {
    processes.forEach(BayouProcess::close);
  }

  @Test
  void shouldLearnEveryEventOnceThoughKilledAgainAndAgain() throws Exception {
    TopicLog log = new TopicLog(broker.bootstrapServers());
    run("crash.", "one", 4).terminate(); // creates the topics
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendAll(log, "crash."));

    Random random = new Random(7);
    for (int crash = 0; crash < 3; crash++) {
      BayouProcess process = run("crash.", "one", 4);
      Thread.sleep(1_500 + random.nextInt(2_500)); // a crash comes when it comes
      process.kill();
      if (crash == 1) {
        Utils.delete(directory.resolve("one").toFile()); // the disk is lost, too
      }
    }
    BayouProcess last = run("crash.", "one", 4);
    sending.join();
    awaitEverything(log, "crash.");
    assertThat(last.terminate()).as(last.err()).isZero();

    assertFoldAndAnswers(log, "crash.");
  }

  @Test
  void shouldAgreeOverTwelvePartitionsAndThreeInstancesOfWhichOneIsReplaced() throws Exception {
    TopicLog log = new TopicLog(broker.bootstrapServers());
    BayouProcess first = run("wide.", "one", 12);
    BayouProcess second = run("wide.", "two", 12);
    run("wide.", "three", 12);
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendAll(log, "wide."));
    Thread.sleep(3_000);
    second.kill();
    run("wide.", "four", 12);
    sending.join();
    awaitEverything(log, "wide.");
    assertThat(first.terminate()).as(first.err()).isZero();

    assertFoldAndAnswers(log, "wide.");
  }

  private static void sendAll(TopicLog log, String prefix) {
    int steps = 20;
    for (int step = 0; step < steps; step++) {
      log.send(prefix + "labeled", LABELED / steps * step, LABELED / steps * (step + 1), true);
      log.send(
          prefix + "unlabeled", UNLABELED / steps * step, UNLABELED / steps * (step + 1), false);
    }
  }

  private void awaitEverything(TopicLog log, String prefix) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(
            () ->
                assertThat(log.covered(prefix + "snapshots"))
                    .as(this::complaints)
                    .isEqualTo((long) LABELED));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(log.keys(prefix + "predictions")).hasSize(UNLABELED));
  }

  private static void assertFoldAndAnswers(TopicLog log, String prefix) {
    var folded = log.fold(prefix + "labeled", ModelSpec.defaults());
    var published = log.published(prefix + "snapshots");
    assertThat(published.keySet()).isEqualTo(folded.keySet());
    folded.forEach(
        (source, rows) -> {
          assertThat(published.get(source).keySet()).isEqualTo(rows.keySet());
          rows.forEach(
              (row, bytes) ->
                  assertThat(published.get(source).get(row))
                      .as(source + " " + row)
                      .isEqualTo(bytes));
        });
    Map<String, Integer> answers = log.keys(prefix + "predictions");
    assertThat(answers).hasSize(UNLABELED).allSatisfy((id, count) -> assertThat(count).isOne());
  }

  private String complaints() {
    StringBuilder all = new StringBuilder();
    for (BayouProcess process : processes) {
      try {
        all.append(process.out()).append(process.err());
      } catch (IOException e) {
        all.append(e);
      }
    }
    return all.toString();
  }

  private BayouProcess run(String prefix, String state, int partitions) throws IOException {
    BayouProcess process =
        BayouProcess.start(
            directory,
            "run",
            "-Dtopic.prefix=" + prefix,
            "-Dapplication.id=" + prefix + "test",
            "-Dtopic.partitions=" + partitions,
            "-Dkafka.bootstrap.servers=" + broker.bootstrapServers(),
            "-Dsnapshot.interval.ms=200",
            "-Dstate.dir=" + directory.resolve(state));
    processes.add(process);
    process.awaitLine("running as");
    return process;
  }
}
