package io.bayou.replay;

import io.bayou.model.ModelDefinition;
import io.bayou.model.SnapshotRow;
import io.bayou.stream.ModelFollower;
import io.bayou.stream.topics.KafkaCluster;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * Waits until the running instances read topics as a new model says. A record that comes before
 * that is not read for it.
 */
public final class Announcement {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaCluster cluster;
  private final ModelDefinition definition;

  /**
   * @param definition of a model that has topics of its own
   */
  public Announcement(KafkaCluster cluster, ModelDefinition definition) {
    this.cluster = cluster;
    this.definition = definition;
  }

  /** Whether an instance runs, which will follow the model. */
  public boolean isAwaited() {
    try (StreamGroup group = new StreamGroup(cluster)) {
      return group.isRunning();
    }
  }

  /**
   * Waits, if an instance runs.
   *
   * @return the partitions of its topics that no instance has said to read; empty if all are read
   *     or no instance runs
   */
  public Set<String> await(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    try (StreamGroup group = new StreamGroup(cluster);
        ModelFollower follower = new ModelFollower(cluster)) {
      Set<String> awaited = partitions();
      while (group.isRunning()) {
        follower.catchUp();
        for (SnapshotRow row :
            follower.models().published(definition.name(), definition.activeVersion())) {
          awaited.remove(row.source());
        }
        if (awaited.isEmpty() || System.nanoTime() - end > 0) {
          return awaited;
        }
        Thread.sleep(POLL.toMillis());
      }
      return Set.of();
    }
  }

  /* Topics that do not exist yet are created by an instance that reads them. */
  private Set<String> partitions() {
    List<String> topics = definition.active().spec().input().orElseThrow().topics();
    Set<String> sources = new TreeSet<>();
    try (var consumer = new LogReader(cluster).consumer()) {
      for (TopicPartition partition : KafkaCluster.partitions(consumer, topics)) {
        sources.add(partition.toString());
      }
    }
    return sources;
  }
}
