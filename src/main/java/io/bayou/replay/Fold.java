package io.bayou.replay;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.codec.schema.SchemaCache;
import io.bayou.config.AppConfig;
import io.bayou.config.ModelsConfig;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.input.RawRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Folds the records of one partition into learners, as the stream does: labeled events for the
 * model are learned in order, all other records are skipped. Single-threaded.
 */
public final class Fold {
  /** Takes the labeled events for the model. */
  interface ExampleSink {
    /**
     * @param time of the event
     */
    void learn(Example example, long time);

    /** Whether the stream gives it the example; otherwise it is a dead letter. */
    default boolean admits(Example example) {
      return KnownClasses.admit(spec(), example.label());
    }

    /** What it learns, and how it reads the records of topics that hold no events of Bayou's. */
    default ModelSpec spec() {
      return ModelSpec.defaults();
    }
  }

  /** The sinks that read a topic by a mapping, and those that read it as Bayou's own events. */
  private record Topic(RecordMapper records, List<ExampleSink> mapped, List<ExampleSink> own) {
    /* The model has its own events there if no mapping of a version says otherwise. */
    boolean isOwn() {
      return mapped.isEmpty() || !own.isEmpty();
    }
  }

  private final String model;
  private final ModelsConfig models;
  private final EventCodec codec;
  private final RecordDecoder decoder;
  private final List<? extends ExampleSink> sinks;
  private final Map<String, Topic> topics = new HashMap<>();
  private long latest;
  private long records;
  private long learned;
  private long unreadable;
  private long unnamed;
  private boolean refused; // the present record, by a sink

  public Fold(AppConfig config, String model, List<? extends ExampleSink> sinks) {
    this.model = model;
    this.models = config.models();
    this.codec = new EventCodec(config.limits());
    this.decoder =
        new RecordDecoder(
            config.limits(), config.schemaRegistry(), SchemaCache.of(config.schemaRegistry()));
    this.sinks = sinks;
  }

  /** Returns whether the record was learned. */
  public boolean add(ConsumerRecord<byte[], byte[]> record) {
    records++;
    latest = Math.max(latest, record.timestamp());
    if (record.value() == null) {
      return false;
    }
    refused = false;
    long time = record.timestamp() >= 0 ? record.timestamp() : latest;
    Topic topic = topics.computeIfAbsent(record.topic(), this::topic);
    try {
      boolean taken = topic.isOwn() && addOwn(record, time, topic.own());
      taken |= addMapped(record, time, topic);
      learned += taken ? 1 : 0;
      unreadable += refused && !taken ? 1 : 0;
      return taken;
    } catch (BadRecordException e) {
      unreadable++; // the stream made it a dead letter
      return false;
    }
  }

  private Topic topic(String name) {
    List<InputSpec> inputs = new ArrayList<>();
    List<ExampleSink> mapped = new ArrayList<>();
    List<ExampleSink> own = new ArrayList<>();
    for (ExampleSink sink : sinks) {
      Optional<InputSpec> input =
          sink.spec().input().filter(given -> given.topics().contains(name));
      input.ifPresent(inputs::add);
      (input.isPresent() ? mapped : own).add(sink);
    }
    return new Topic(new RecordMapper(inputs, decoder), mapped, own);
  }

  private boolean addOwn(
      ConsumerRecord<byte[], byte[]> record, long time, List<ExampleSink> readers) {
    Example example = codec.decode(record.value());
    if (!example.isLabeled()) {
      return false;
    }
    unnamed += example.model() == null ? 1 : 0;
    if (!models.modelOf(example.model()).equals(model)) {
      return false;
    }
    boolean taken = false;
    for (ExampleSink sink : readers) {
      taken |= learn(null, example, sink, time);
    }
    return taken;
  }

  private boolean addMapped(ConsumerRecord<byte[], byte[]> record, long time, Topic topic) {
    if (topic.mapped().isEmpty()) {
      return false;
    }
    topic.records().read(RawRecords.of(record, time));
    boolean taken = false;
    for (int i = 0; i < topic.mapped().size(); i++) {
      Example retracted = topic.records().retracted(i);
      Example example = topic.records().example(i); // may refuse the record: nothing is learned
      taken |= learn(retracted, example, topic.mapped().get(i), time);
    }
    topic.records().release();
    return taken;
  }

  /* As in the stream: of a record that is refused, nothing is retracted, either. */
  private boolean learn(Example retracted, Example example, ExampleSink sink, long recorded) {
    boolean labeled = example != null && example.isLabeled();
    boolean taken = retracted != null && retracted.isLabeled();
    if ((labeled && !sink.admits(example)) || (taken && !sink.admits(retracted))) {
      refused = true;
      return false;
    }
    if (taken) {
      sink.learn(retracted, retracted.time(recorded));
    }
    if (labeled) {
      sink.learn(example, example.time(recorded));
    }
    return taken || labeled;
  }

  /** The latest event time so far. */
  long time() {
    return latest;
  }

  public RecordCounts counts() {
    return new RecordCounts(records, learned, unreadable, unnamed);
  }
}
