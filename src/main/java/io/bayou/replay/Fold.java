package io.bayou.replay;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.config.AppConfig;
import io.bayou.config.ModelsConfig;
import io.bayou.model.Example;
import java.util.List;
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
  }

  private final String model;
  private final ModelsConfig models;
  private final EventCodec codec;
  private final List<? extends ExampleSink> sinks;
  private long latest;
  private long records;
  private long learned;
  private long unreadable;
  private long unnamed;

  public Fold(AppConfig config, String model, List<? extends ExampleSink> sinks) {
    this.model = model;
    this.models = config.models();
    this.codec = new EventCodec(config.limits());
    this.sinks = sinks;
  }

  /** Returns whether the record was learned. */
  public boolean add(ConsumerRecord<byte[], byte[]> record) {
    records++;
    latest = Math.max(latest, record.timestamp());
    if (record.value() == null) {
      return false;
    }
    Example example;
    try {
      example = codec.decode(record.value());
    } catch (BadRecordException e) {
      unreadable++; // the stream made it a dead letter
      return false;
    }
    if (!example.isLabeled()) {
      return false;
    }
    unnamed += example.model() == null ? 1 : 0;
    if (!models.modelOf(example.model()).equals(model)) {
      return false;
    }
    learned++;
    for (ExampleSink sink : sinks) {
      sink.learn(example, record.timestamp() >= 0 ? record.timestamp() : latest);
    }
    return true;
  }

  /** The latest event time so far. */
  long time() {
    return latest;
  }

  public RecordCounts counts() {
    return new RecordCounts(records, learned, unreadable, unnamed);
  }
}
