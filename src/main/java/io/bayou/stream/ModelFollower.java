package io.bayou.stream;

import io.bayou.config.AppConfig;
import io.bayou.config.TopicsConfig;
import io.bayou.stream.topics.TopicReader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * Folds the compacted topics of the models as a running instance does, for whoever is none: read by
 * a consumer without a group. Single-threaded; what it has read may be used by any thread.
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
    this(
        config,
        List.of(
            config.topics().models(), config.topics().snapshots(), config.topics().evaluations()));
  }

  private ModelFollower(AppConfig config, List<String> followed) {
    topics = config.topics();
    reader = new TopicReader(config, followed);
  }

  /** Follows nothing but which models there are. */
  static ModelFollower ofDefinitions(AppConfig config) {
    return new ModelFollower(config, List.of(config.topics().models()));
  }

  /** Reads on to what is the end of the topics now. */
  public void catchUp() {
    reader.catchUp(this::take);
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    if (record.topic().equals(topics.snapshots())) {
      snapshots.read(record.key(), record.value(), record.timestamp());
    } else if (record.topic().equals(topics.models())) {
      definitions.read(record.key(), record.value(), record.timestamp());
    } else {
      evaluations.read(record.key(), record.value());
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
