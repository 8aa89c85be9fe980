package io.bayou.replay;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.config.AppConfig;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.OffsetRange;
import io.bayou.model.spec.InputSpec;
import io.bayou.stream.ModelTopics;
import io.bayou.stream.SharedModels;
import io.bayou.stream.topics.KafkaCluster;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells of records whose label was refused at first whether the version that answers now has
 * learned them where they lie: it knows the class, and has read the log up to there. Sent again,
 * they would be learned twice.
 */
public final class LearnedSince {
  private final AppConfig config;
  private final SharedModels models;
  private final EventCodec events;

  /** Reads what the models have learned so far. */
  public LearnedSince(KafkaCluster cluster) {
    config = cluster.config();
    models = new ModelTopics(cluster).read();
    events = new EventCodec(config.limits());
  }

  /**
   * Whether a model has learned the record.
   *
   * @param value of the record, without a key that might name it
   */
  public boolean isLearned(TopicPartition source, long offset, byte[] value) {
    List<ModelDefinition> definitions =
        models.names().stream().flatMap(name -> models.definition(name).stream()).toList();
    List<ModelDefinition> mapped =
        definitions.stream().filter(model -> reads(model, source.topic())).toList();
    return mapped.isEmpty()
        ? ownIsLearned(source, offset, value)
        : mapped.stream().anyMatch(model -> isLearned(model, source, offset, value));
  }

  private static boolean reads(ModelDefinition model, String topic) {
    return input(model).filter(input -> input.topics().contains(topic)).isPresent();
  }

  private static Optional<InputSpec> input(ModelDefinition model) {
    return model.active().spec().input();
  }

  private boolean ownIsLearned(TopicPartition source, long offset, byte[] value) {
    try {
      Example example = events.decode(value);
      return models
          .definition(config.models().modelOf(example.model()))
          .filter(model -> admits(model, example) && covers(model, source, offset))
          .isPresent();
    } catch (BadRecordException e) {
      return false; // nobody can have learned it
    }
  }

  private boolean isLearned(
      ModelDefinition model, TopicPartition source, long offset, byte[] value) {
    RecordMapper mapper =
        new RecordMapper(
            List.of(input(model).orElseThrow()),
            new RecordDecoder(
                config.limits(), config.schemaRegistry(), SchemaCache.of(config.schemaRegistry())));
    try {
      mapper.read(RawRecord.of(value, 0L));
      Example example = mapper.example(0);
      return example != null && admits(model, example) && covers(model, source, offset);
    } catch (BadRecordException e) {
      return false; // this model cannot have learned it
    }
  }

  private static boolean admits(ModelDefinition model, Example example) {
    return example.isLabeled() && model.active().spec().admits(example.label());
  }

  private boolean covers(ModelDefinition model, TopicPartition source, long offset) {
    return models.published(model.name(), model.activeVersion()).stream()
        .map(row -> row.covered().get(source.toString()))
        .anyMatch(range -> range != null && isIn(range, offset));
  }

  private static boolean isIn(OffsetRange range, long offset) {
    return offset >= range.from() && offset < range.to();
  }
}
