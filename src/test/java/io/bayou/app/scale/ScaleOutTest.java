package io.bayou.app.scale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.bayou.app.BayouProcess;
import io.bayou.app.Fleet;
import io.bayou.bench.Cluster;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.state.SnapshotCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three brokers, three instances with standby replicas, twelve partitions: whatever comes and goes,
 * nothing is lost, and nothing is learned or answered twice.
 */
@Tag("broker")
@Tag("slow")
class ScaleOutTest {
  private static final int PARTITIONS = 12;

  /* Of a row in the changelog, behind the number of its parts. */
  private static final int FORMAT_BYTE = 4;

  private static Cluster cluster;

  @TempDir Path directory;

  @BeforeAll
  static void startBrokers(@TempDir Path brokers) throws Exception {
    Path logs = Files.createDirectory(brokers.resolve("logs"));
    cluster = new Cluster(brokers, logs, 3);
  }

  @AfterAll
  static void stopBrokers() {
    cluster.close();
  }

  @Test
  void shouldLoseNothingThroughCrashesAndARollingUpgrade() throws Exception {
    Path newer = NewerBuild.withNewSchemasAndRows(directory.resolve("newer"));
    try (Fleet fleet = fleet("wide.")) {
      List<BayouProcess> old = fleet.startAll("a", "b", "c");
      List<BayouProcess> upgraded;
      try (EventLoad load = new EventLoad(fleet)) {
        fleet.awaitMembers(3);
        loseABrokerAndAnInstance(load, old.get(2));
        loseANewerInstance(fleet, load, newer, old.subList(0, 2));
        upgraded = upgrade(fleet, newer, old.subList(0, 2));
        load.stop();
        awaitEndOfLog(fleet, load);
      }
      assertVerified(
          BayouProcess.startOtherBuild(newer, directory, fleet.command("verify", "default")));
      assertRunning(upgraded);
      assertThat(cluster.awaitInSync(Duration.ofMinutes(2))).isTrue();
    }
  }

  private static List<BayouProcess> upgrade(Fleet fleet, Path newer, List<BayouProcess> old)
      throws Exception {
    List<BayouProcess> upgraded = new ArrayList<>();
    upgraded.add(fleet.startOtherBuild(newer, "c"));
    for (BayouProcess each : old) {
      assertThat(each.terminate()).as(each.err()).isZero();
      upgraded.add(fleet.startOtherBuild(newer, "upgraded" + upgraded.size()));
    }
    fleet.awaitMembers(3);
    return upgraded;
  }

  /* Standbys take over from the instance. */
  private static void loseABrokerAndAnInstance(EventLoad load, BayouProcess instance)
      throws Exception {
    cluster.kill(2);
    load.awaitMore(1_000);
    instance.kill();
    load.awaitMore(1_000);
    cluster.start(2);
  }

  /* The upgrade begins, but the first upgraded instance dies: the old ones take over what they cannot
   * read. */
  private static void loseANewerInstance(
      Fleet fleet, EventLoad load, Path newer, List<BayouProcess> old) throws Exception {
    BayouProcess first = fleet.startOtherBuild(newer, "c");
    fleet.awaitMembers(3);
    fleet.await(() -> assertThat(newerRows(fleet)).isNotEmpty());
    first.kill();
    fleet.await(
        () ->
            assertThat(old.get(0).err() + old.get(1).err())
                .contains("a state row has format 2, this build reads 1")
                .contains("wait for an instance that can use it"));
    Map<String, String> kept = newerRows(fleet);
    load.awaitMore(1_000);
    assertRunning(old);
    assertThat(newerRows(fleet)).isEqualTo(kept);
  }

  /** What is published changes its format, what is stored does not: the way back is open. */
  @Test
  void shouldReturnFromABuildWithNewerSchemas() throws Exception {
    Path newer = NewerBuild.withNewSchemas(directory.resolve("newer"));
    try (Fleet fleet = fleet("back.")) {
      BayouProcess old = fleet.start("a");
      try (EventLoad load = new EventLoad(fleet)) {
        BayouProcess upgraded = fleet.startOtherBuild(newer, "b");
        fleet.awaitMembers(2);
        fleet.await(() -> assertThat(unreadable(fleet)).isPositive());
        assertThat(upgraded.terminate()).as(upgraded.err()).isZero();
        load.stop();
        awaitEndOfLog(fleet, load);
      }
      assertVerified(BayouProcess.start(directory, fleet.command("verify", "default")));
      assertRunning(List.of(old));
      assertThat(old.err().lines().filter(line -> line.contains("is left out")))
          .hasSizeBetween(1, 2 * PARTITIONS); // of snapshots and evaluations
    }
  }

  private Fleet fleet(String prefix) {
    return new Fleet(
        cluster.bootstrapServers(),
        directory,
        prefix,
        "topic.partitions=" + PARTITIONS,
        "streams.num.standby.replicas=1",
        "kafka.metadata.max.age.ms=1000",
        "consumer.session.timeout.ms=6000");
  }

  /* Everything was read, and every question has one answer. */
  private static void awaitEndOfLog(Fleet fleet, EventLoad load) throws Exception {
    for (String topic : List.of(fleet.topic("labeled"), fleet.topic("unlabeled"))) {
      fleet.await(() -> assertThat(committed(fleet, topic)).isEqualTo(ends(topic)));
    }
    assertThat(ends(fleet.topic("labeled")).values().stream().mapToLong(end -> end).sum())
        .isEqualTo(load.labeled());
    assertThat(fleet.log().keys(fleet.topic("dead-letters"))).isEmpty();
    fleet.assertAnsweredOnce(load.unlabeled());
  }

  private static Map<TopicPartition, Long> committed(Fleet fleet, String topic) throws Exception {
    Map<TopicPartition, Long> offsets = new TreeMap<>(byPartition());
    Map<TopicPartition, OffsetAndMetadata> all =
        cluster
            .admin()
            .listConsumerGroupOffsets(fleet.group())
            .partitionsToOffsetAndMetadata()
            .get();
    all.forEach(
        (partition, offset) -> {
          if (partition.topic().equals(topic)) {
            offsets.put(partition, offset.offset());
          }
        });
    return offsets;
  }

  private static Map<TopicPartition, Long> ends(String topic) throws Exception {
    Map<TopicPartition, OffsetSpec> all = new TreeMap<>(byPartition());
    for (int i = 0; i < PARTITIONS; i++) {
      all.put(new TopicPartition(topic, i), OffsetSpec.latest());
    }
    Map<TopicPartition, Long> ends = new TreeMap<>(byPartition());
    cluster
        .admin()
        .listOffsets(all)
        .all()
        .get()
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private static Comparator<TopicPartition> byPartition() {
    return Comparator.comparing(TopicPartition::toString);
  }

  private static long unreadable(Fleet fleet) {
    SnapshotCodec codec = new SnapshotCodec();
    long[] count = {0};
    fleet
        .log()
        .read(
            fleet.topic("snapshots"),
            record -> {
              try {
                codec.decode(record.value());
              } catch (BadRecordException e) {
                count[0]++;
              }
            });
    return count[0];
  }

  /* The rows of the changelog that are in the second format, by key. */
  private static Map<String, String> newerRows(Fleet fleet) {
    Map<String, String> rows = new TreeMap<>();
    fleet
        .log()
        .read(
            fleet.group() + "-models-changelog",
            record -> {
              String key = new String(record.key(), UTF_8);
              byte[] row = record.value();
              if (key.contains("/class/") && row != null && row[FORMAT_BYTE] == 2) {
                rows.put(key, HexFormat.of().formatHex(row));
              } else {
                rows.remove(key);
              }
            });
    return rows;
  }

  private static void assertVerified(BayouProcess verify) throws Exception {
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isZero();
    assertThat(verify.out()).contains("equal");
  }

  private static void assertRunning(List<BayouProcess> instances) throws Exception {
    for (BayouProcess instance : instances) {
      assertThat(instance.isAlive()).as(instance.err()).isTrue();
    }
  }
}
