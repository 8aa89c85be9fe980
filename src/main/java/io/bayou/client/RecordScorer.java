package io.bayou.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.model.spec.InputSpec;
import io.bayou.stream.input.RawRecords;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Scores records of any shape, as the spec of a model maps them. Thread-safe. */
final class RecordScorer {
  /** How one version of the model reads records: as they lie in its topics, and as JSON. */
  private record Mapping(InputSpec input, MappedRecords records, MappedRecords json) {}

  private final Supplier<RecordDecoder> decoders;
  private volatile Mapping latest;

  RecordScorer(EventLimits limits, RegistryOptions registry) {
    SchemaCache schemas = SchemaCache.of(registry);
    decoders = () -> new RecordDecoder(limits, registry, schemas);
  }

  /** As the stream answers the record, also in the id and the time of the answer. */
  Prediction predict(ConsumerRecord<byte[], byte[]> record, LoadedModel model, long now) {
    MappedRecords records = mapping(model).records();
    if (!records.readsTopic(record.topic())) {
      throw new IllegalArgumentException(
          "model '%s' reads the topics %s, not '%s'"
              .formatted(model.name(), records.topics(), record.topic()));
    }
    requireValue(record.value());
    boolean isTimed = record.timestampType() != TimestampType.NO_TIMESTAMP_TYPE;
    long time = isTimed ? record.timestamp() : now;
    return records.read(
        RawRecords.of(record, time),
        example -> {
          String id =
              RawRecords.idOf(
                  example, record.key(), record.topic(), record.partition(), record.offset());
          return model.predict(example, id, example.time(time), now);
        });
  }

  /** A value without key and headers. */
  Prediction predict(byte[] value, LoadedModel model, long now) {
    requireValue(value);
    return predict(value, mapping(model).records(), model, now);
  }

  Prediction predictJson(String value, LoadedModel model, long now) {
    return predict(value.getBytes(UTF_8), mapping(model).json(), model, now);
  }

  private static Prediction predict(
      byte[] value, MappedRecords records, LoadedModel model, long now) {
    return records.read(
        RawRecord.of(value, now),
        example ->
            model.predict(
                example, example.id() == null ? "" : example.id(), example.time(now), now));
  }

  private static void requireValue(byte[] value) {
    if (value == null) {
      throw new IllegalArgumentException("the record has no value: there is nothing to predict");
    }
  }

  private Mapping mapping(LoadedModel model) {
    Optional<InputSpec> input = model.answerer().learner().spec().input();
    if (input.isEmpty()) {
      throw new IllegalStateException(
          "model '%s' reads Bayou's own events, its spec has no input; call predict(Event)"
              .formatted(model.name()));
    }
    Mapping known = latest;
    if (known == null || !known.input().equals(input.get())) { // a new version may read otherwise
      known = mapping(input.get());
      latest = known;
    }
    return known;
  }

  private Mapping mapping(InputSpec input) {
    return new Mapping(
        input, new MappedRecords(input, decoders), new MappedRecords(input.asJson(), decoders));
  }
}
