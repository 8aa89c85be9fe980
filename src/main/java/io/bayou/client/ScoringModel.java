package io.bayou.client;

import io.bayou.config.AppConfig;
import io.bayou.model.Answerer;
import io.bayou.model.ModelDefinition;
import io.bayou.stream.ModelFollower;
import io.bayou.stream.SharedModels;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;

/**
 * A published model that scores events in this process: the sum of what every partition has
 * learned, as of the last {@link #refresh}. Thread-safe; threads score at the same time.
 */
public final class ScoringModel implements AutoCloseable {
  private final String name;
  private final ModelFollower follower;
  private final long staleAfterMillis;
  private final RecordScorer records;
  private volatile LoadedModel loaded;

  private ScoringModel(String name, AppConfig config) {
    this.name = name;
    follower = new ModelFollower(config);
    staleAfterMillis = config.stream().staleAfter().toMillis();
    records = new RecordScorer(config.limits(), config.schemaRegistry());
  }

  /**
   * Reads the active version of a model from the topics.
   *
   * @param settings Bayou's own settings, as in its settings file: at least {@code
   *     kafka.bootstrap.servers}, and {@code topic.prefix} where it is not {@code bayou.}
   * @throws KafkaException if the cluster cannot be reached or has no models
   * @throws IllegalStateException if there is no model of that name
   */
  public static ScoringModel load(Map<String, String> settings, String model) {
    ScoringModel scoring = new ScoringModel(model, AppConfig.of(settings));
    try {
      scoring.refresh();
    } catch (RuntimeException e) {
      scoring.close();
      throw e;
    }
    return scoring;
  }

  /**
   * Reads new snapshots, and switches to another version if that is active now. Meanwhile, and if
   * this fails, events are scored with the previous state.
   *
   * @throws IllegalStateException if the model was deleted
   */
  public void refresh() {
    synchronized (follower) {
      follower.catchUp();
      SharedModels models = follower.models();
      ModelDefinition definition = models.definition(name, IllegalStateException::new);
      int version = definition.activeVersion();
      Answerer answerer =
          Answerer.ofPublished(
              models.merged(name, version, definition.active().spec()),
              models.published(name, version));
      loaded = new LoadedModel(name, version, answerer, staleFrom(models.oldest(name, version)));
    }
  }

  private long staleFrom(OptionalLong oldest) {
    return oldest.isPresent() ? oldest.getAsLong() + staleAfterMillis : Long.MAX_VALUE;
  }

  /** The version that scores. */
  public int version() {
    return loaded.version();
  }

  /** How many examples it has learned. */
  public long examples() {
    return loaded.examples();
  }

  /**
   * Answers an event as a stream with the same state would; a label is ignored. The answer has the
   * flag {@code STALE_MODEL} once what was read last is older than {@code stale.after.ms}.
   */
  public Prediction predict(Event event) {
    return loaded.predict(event.example(), System.currentTimeMillis());
  }

  /**
   * Answers a record of a topic that the model reads, in the shape and the encoding that its spec
   * says under {@code input}; the answer is the stream's, also in its id and its time.
   *
   * @throws IllegalStateException if the spec has no {@code input}
   * @throws IllegalArgumentException if the record is of another topic, cannot be read, or is one
   *     that the model leaves out; says why
   * @throws UncheckedIOException if its schema cannot be had from the registry now
   */
  public Prediction predictRecord(ConsumerRecord<byte[], byte[]> record) {
    return records.predict(record, loaded, System.currentTimeMillis());
  }

  /**
   * Answers the value of a record as {@link #predictRecord(ConsumerRecord)} does, without key and
   * headers. The answer has the id that the spec finds in the value, or none.
   */
  public Prediction predictRecord(byte[] value) {
    return records.predict(value, loaded, System.currentTimeMillis());
  }

  /** As {@link #predictRecord(byte[])}, of JSON, whatever the encoding of the model's topics. */
  public Prediction predictJson(String record) {
    return records.predictJson(record, loaded, System.currentTimeMillis());
  }

  @Override
  public void close() {
    synchronized (follower) {
      follower.close();
    }
  }
}
