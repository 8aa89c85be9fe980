package io.bayou.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Cli;
import io.bayou.app.Fleet;
import io.bayou.broker.BrokerOptions;
import io.bayou.broker.EmbeddedBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The procedure of docs/operations.md: copy the topics to another cluster, start there, verify. */
@Tag("broker")
class BackupTest {
  private static final String PREFIX = "kept.";

  @TempDir private Path directory;

  @Test
  void shouldGoOnElsewhereFromCopiesOfTheTopics() throws Exception {
    try (EmbeddedBroker here = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("here")));
        EmbeddedBroker there = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("there")))) {
      learnRetrainAndStop(here.bootstrapServers());
      new TopicCopies(here.bootstrapServers(), there.bootstrapServers(), PREFIX + "test").run();

      try (Fleet fleet = new Fleet(there.bootstrapServers(), directory, PREFIX)) {
        BayouProcess restored = fleet.start("restored");
        fleet.log().send(fleet.topic("labeled"), 300, 400, true);
        fleet.log().send(fleet.topic("unlabeled"), 100, 200, false);
        fleet.await(() -> assertThat(examples(fleet)).contains("\"examples\":400"));
        fleet.await(() -> assertThat(fleet.log().keys(fleet.topic("predictions"))).hasSize(200));

        fleet.assertAnsweredOnce(200);
        Cli verified = Cli.bayou(fleet.command("verify", "default"));
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.out()).contains("equal").doesNotContain("gone");
        assertThat(restored.terminate()).as(restored.err()).isZero();
      }
    }
  }

  /* Version 2 has a base from the replay: that a task must not learn again. */
  private void learnRetrainAndStop(String servers) throws Exception {
    try (Fleet fleet = new Fleet(servers, directory, PREFIX)) {
      BayouProcess instance = fleet.start("original");
      fleet.send(200, 100);
      fleet.await(200, 100);
      Cli retrained = Cli.bayou(fleet.command("retrain", "default"));
      assertThat(retrained.exitCode()).as(retrained.err()).isZero();
      Cli promoted = Cli.bayou(fleet.command("promote", "default@2"));
      assertThat(promoted.exitCode()).as(promoted.err()).isZero();
      fleet.log().send(fleet.topic("labeled"), 200, 300, true);
      fleet.await(() -> assertThat(examples(fleet)).contains("\"examples\":300"));
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  private static String examples(Fleet fleet) {
    return Cli.bayou(fleet.command("models", "show", "default", "--json")).out();
  }

  /* Nobody's names are Bayou's: orders, and whether they came back. */
  private static final String ORDERS =
      """
      learner: naive-bayes
      input: {topics: [kept.orders], id: ref, features: {total: total}}
      labels: {topics: [kept.returns], id: ref, label: state, horizon: 30d}
      """;

  @Test
  void shouldGoOnElsewhereWithLabelsThatComeLater() throws Exception {
    try (EmbeddedBroker here = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("here")));
        EmbeddedBroker there = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("there")))) {
      learnLaterLabelsAndStop(here.bootstrapServers());
      new TopicCopies(here.bootstrapServers(), there.bootstrapServers(), PREFIX + "test").run();

      try (Fleet fleet = laterLabels(there.bootstrapServers())) {
        BayouProcess restored = fleet.start("restored");
        send(fleet, "kept.returns", 150, 300); // of orders that have waited since
        send(fleet, "kept.orders", 300, 400);
        send(fleet, "kept.returns", 300, 400);
        fleet.await(() -> assertThat(fleet.log().examples("kept.snapshots")).isEqualTo(400));
        fleet.await(() -> assertThat(fleet.log().keys("kept.predictions")).hasSize(400));

        fleet.assertAnsweredOnce(400);
        assertThat(fleet.log().keys("kept.dead-letters")).isEmpty();
        Cli verified = Cli.bayou(fleet.command("verify", "orders"));
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
        assertThat(verified.out()).contains("equal").doesNotContain("gone");
        assertThat(restored.terminate()).as(restored.err()).isZero();
      }
    }
  }

  private void learnLaterLabelsAndStop(String servers) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
      admin
          .createTopics(
              List.of(
                  new NewTopic("kept.orders", 3, (short) 1),
                  new NewTopic("kept.returns", 2, (short) 1)))
          .all()
          .get();
    }
    try (Fleet fleet = laterLabels(servers)) {
      BayouProcess instance = fleet.start("original");
      Path spec = Files.writeString(directory.resolve("orders.yaml"), ORDERS);
      Cli created =
          Cli.bayou(fleet.command("models", "create", "orders", "--spec", spec.toString()));
      assertThat(created.exitCode()).as(created.err()).isZero();
      for (int i = 0; i < 300; i += 50) { // in several transactions
        send(fleet, "kept.orders", i, i + 50);
        send(fleet, "kept.returns", i / 2, i / 2 + 25);
        int answered = i + 50;
        fleet.await(() -> assertThat(fleet.log().keys("kept.predictions")).hasSize(answered));
      }
      fleet.await(() -> assertThat(fleet.log().examples("kept.snapshots")).isEqualTo(150));
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  private Fleet laterLabels(String servers) {
    return new Fleet(
        servers, directory, PREFIX, "unlabeled.topics=kept.orders", "labels.topics=kept.returns");
  }

  private static void send(Fleet fleet, String topic, int from, int to) {
    fleet
        .log()
        .send(
            from,
            to,
            i -> {
              String record =
                  "{\"ref\": \"o%d\", \"total\": %d, \"state\": \"%s\"}"
                      .formatted(i, i % 7, i % 7 < 3 ? "kept" : "returned");
              return new ProducerRecord<>(topic, null, record.getBytes(UTF_8));
            });
  }
}
