package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Event topics get more partitions: nothing is lost, nothing is learned or answered twice. */
@Tag("broker")
class GrowingTopicsTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  @Test
  void shouldGoOnAfterTopicsGrewWhileNothingRan() throws Exception {
    try (Fleet fleet = fleet("stopped.")) {
      BayouProcess first = fleet.start("a");
      send(fleet, 0, 400, 2);
      fleet.await(400, 400);
      assertThat(first.terminate()).as(first.err()).isZero();

      grow("stopped.labeled", 4);
      grow("stopped.unlabeled", 3);
      send(fleet, 400, 800, 3);
      BayouProcess second = fleet.start("a");

      assertThat(second.out())
          .contains("topic stopped.test-models-changelog grew from 2 to 4 partitions, as many as");
      assertAllIsLearnedAndAnsweredOnce(fleet, "stopped.", 800);
      assertThat(second.terminate()).as(second.err()).isZero();
    }
  }

  @Test
  void shouldGoOnAfterTopicsGrewWhileItRan() throws Exception {
    try (Fleet fleet = fleet("running.")) {
      BayouProcess instance = fleet.start("a");
      send(fleet, 0, 400, 2);
      fleet.await(400, 400);

      grow("running.labeled", 4);
      grow("running.unlabeled", 4);
      send(fleet, 400, 800, 4);

      assertAllIsLearnedAndAnsweredOnce(fleet, "running.", 800);
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  @Test
  void shouldWorkWithTopicsOfDifferentSizes() throws Exception {
    broker.client().createTopic("uneven.labeled", 1, Map.of());
    broker.client().createTopic("uneven.unlabeled", 3, Map.of());
    try (Fleet fleet = fleet("uneven.")) {
      BayouProcess instance = fleet.start("a");
      fleet.send(400, 400);

      assertAllIsLearnedAndAnsweredOnce(fleet, "uneven.", 400);
      assertThat(instance.terminate()).as(instance.err()).isZero();
    }
  }

  private static void assertAllIsLearnedAndAnsweredOnce(Fleet fleet, String prefix, int events) {
    fleet.await(events, events);
    fleet.assertPublishedIsTheFold();
    fleet.assertAnsweredOnce(events);
    Cli verified =
        Cli.bayou(
            "verify",
            "default",
            "-Dtopic.prefix=" + prefix,
            "-Dapplication.id=" + prefix + "test",
            "-Dkafka.bootstrap.servers=" + broker.bootstrapServers());
    assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
  }

  private Fleet fleet(String prefix) {
    return new Fleet(
        broker.bootstrapServers(),
        directory,
        prefix,
        "topic.partitions=2",
        "kafka.metadata.max.age.ms=1000");
  }

  /* As many of both kinds, to each of the partitions in turn. */
  private static void send(Fleet fleet, int from, int to, int partitions) {
    for (String topic : List.of("labeled", "unlabeled")) {
      var unused =
          fleet
              .log()
              .send(
                  from,
                  to,
                  i ->
                      new ProducerRecord<>(
                          fleet.topic(topic),
                          i % partitions,
                          ("e" + i).getBytes(UTF_8),
                          TopicLog.event(i, topic.equals("labeled"))));
    }
  }

  private static void grow(String topic, int partitions) throws Exception {
    try (Admin admin = broker.client().admin()) {
      admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all().get();
    }
  }
}
