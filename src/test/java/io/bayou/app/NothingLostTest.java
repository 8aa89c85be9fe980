package io.bayou.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.broker.BrokerExtension;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What was learned survives crashes at bad moments, lost offsets and topics made anew. */
@Tag("broker")
class NothingLostTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static void send(Fleet fleet, int from, int to, int... partitions) {
    String topic = fleet.topic("labeled");
    fleet
        .log()
        .send(
            from,
            to,
            i ->
                new ProducerRecord<>(
                    topic,
                    partitions[i % partitions.length],
                    ("e" + i).getBytes(UTF_8),
                    TopicLog.event(i, true)));
  }

  /** The labeled partitions of each member of the group. */
  private static List<int[]> assignments(Admin admin, Fleet fleet, String group) throws Exception {
    return admin.describeConsumerGroups(Set.of(group)).all().get().get(group).members().stream()
        .map(member -> partitions(member, fleet.topic("labeled")))
        .toList();
  }

  private static int[] partitions(MemberDescription member, String topic) {
    return member.assignment().topicPartitions().stream()
        .filter(partition -> partition.topic().equals(topic))
        .mapToInt(TopicPartition::partition)
        .sorted()
        .toArray();
  }

  /**
   * The first instance dies in the middle of its first transaction, the second one learns behind it
   * and stops; both start again while that transaction is still open.
   */
  @Test
  void shouldKeepWhatWasLearnedBehindAnOpenTransaction() throws Exception {
    String prefix = "behind.";
    try (Fleet fleet =
            new Fleet(
                broker.bootstrapServers(),
                directory,
                prefix,
                "commit.interval.ms=3000",
                "producer.transaction.timeout.ms=60000");
        Admin admin = admin()) {
      BayouProcess first = fleet.start("a");
      String group = prefix + "test";
      List<int[]> alone = assignments(admin, fleet, group);
      assertThat(alone).hasSize(1);
      BayouProcess second = fleet.start("b");
      fleet.awaitMembers(2);
      List<int[]> shared = assignments(admin, fleet, group);
      // Which member is which is not known: the one that dies has its event in an open transaction.
      send(fleet, 0, 1, shared.get(0)[0]);
      send(fleet, 1, 2, shared.get(1)[0]);
      Thread.sleep(500); // less than the commit interval: both have learned, neither has committed
      first.kill();
      Set<Integer> all = new HashSet<>();
      shared.forEach(own -> Arrays.stream(own).forEach(all::add));
      int[] both = all.stream().mapToInt(Integer::intValue).toArray();
      send(fleet, 2, 1_002, both);
      Thread.sleep(4_000);
      assertThat(second.terminate()).as(second.err()).isZero();
      fleet.start("a");
      fleet.start("b");
      send(fleet, 1_002, 1_082, both);

      fleet.await(
          () -> assertThat(fleet.log().examples(fleet.topic("snapshots"))).isEqualTo(1_082));
      fleet.assertPublishedIsTheFold();
    }
  }

  @Test
  void shouldLearnNothingTwiceWhenOffsetsAreLost() throws Exception {
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "offsets.");
        Admin admin = admin()) {
      BayouProcess instance = fleet.start("state");
      fleet.log().send(fleet.topic("labeled"), 0, 1_000, true);
      fleet.await(1_000, 0);
      assertThat(instance.terminate()).as(instance.err()).isZero();
      admin.deleteConsumerGroups(Set.of("offsets.test")).all().get();

      fleet.start("state");
      fleet.log().send(fleet.topic("labeled"), 1_000, 1_100, true);

      fleet.await(1_100, 0);
      assertThat(fleet.log().examples(fleet.topic("snapshots"))).isEqualTo(1_100);
      fleet.assertPublishedIsTheFold();
    }
  }

  @Test
  void shouldGoOnWithATopicThatWasMadeAnew() throws Exception {
    try (Fleet fleet = new Fleet(broker.bootstrapServers(), directory, "anew.");
        Admin admin = admin()) {
      BayouProcess instance = fleet.start("state");
      fleet.log().send(fleet.topic("labeled"), 0, 500, true);
      fleet.await(500, 0);
      assertThat(instance.terminate()).as(instance.err()).isZero();
      String topic = fleet.topic("labeled");
      admin.deleteTopics(Set.of(topic)).all().get();
      fleet.await(() -> assertThat(admin.listTopics().names().get()).doesNotContain(topic));
      fleet.await(() -> admin.createTopics(Set.of(new NewTopic(topic, 4, (short) 1))).all().get());
      fleet.log().send(topic, 500, 600, true);

      BayouProcess again = fleet.start("state");

      fleet.await(() -> assertThat(fleet.log().examples(fleet.topic("snapshots"))).isEqualTo(600));
      assertThat(again.err()).contains("topic 'anew.labeled' was created again");
    }
  }
}
