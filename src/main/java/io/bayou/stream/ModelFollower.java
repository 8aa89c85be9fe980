package io.bayou.stream;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.KafkaCluster;
import io.bayou.stream.topics.TopicReader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Reads the model topics outside a running instance, with a consumer that has no group.
 * Single-threaded; any thread may use what it has read.
 */
public final class ModelFollower implements AutoCloseable {
  private final TopicsConfig topics;
  private final TopicReader reader;
  private final SharedModels shared = new SharedModels();
  private final DefinitionReader definitions = new DefinitionReader(shared.definitions());
  private final SnapshotReader snapshots = new SnapshotReader(shared);
  private final EvaluationReader evaluations = new EvaluationReader(shared.evaluations());

  /**
   * Connects; nothing is read yet.
   *
   * @throws KafkaException if the cluster cannot be reached or a topic is missing
   */
  public ModelFollower(AppConfig config) {
    this(KafkaCluster.of(config));
  }

  public ModelFollower(KafkaCluster cluster) {
    this(cluster, followed(cluster.config().topics()));
  }

  private ModelFollower(KafkaCluster cluster, List<String> followed) {
    topics = cluster.config().topics();
    reader = new TopicReader(cluster, followed);
  }

  private static List<String> followed(TopicsConfig topics) {
    return List.of(topics.models(), topics.snapshots(), topics.evaluations());
  }

  /** Reads the definitions only. */
  static ModelFollower ofDefinitions(KafkaCluster cluster) {
    return new ModelFollower(cluster, List.of(cluster.config().topics().models()));
  }

  /** Reads up to the present end of the topics. */
  public void catchUp() {
    reader.catchUp(this::take);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.snapshots())) {
      snapshots.read(record.key(), record.value(), record.timestamp());
    } else if (record.topic().equals(topics.models())) {
      definitions.read(record.key(), record.value(), record.timestamp());
    } else {
      evaluations.read(record.key(), record.value(), record.timestamp());
    }
  }

  /** What was read so far. */
  public SharedModels models() {
    return shared;
  }

  @Override
  public void close() {
    reader.close();
  }
}
