package io.bayou.stream;

import io.bayou.codec.prediction.PredictionDecoder;
import io.bayou.model.Prediction;
import io.bayou.stream.commit.CommitHook;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * A task that starts with what another one has stored. The test driver cannot do that: it starts a
 * task before one can fill its store.
 */
final class TakeOver implements AutoCloseable {
  final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  final KeyValueStore<Bytes, byte[]> store =
      Stores.keyValueStoreBuilder(
              Stores.inMemoryKeyValueStore(LearningTopology.MODEL_STORE),
              Serdes.Bytes(),
              Serdes.ByteArray())
          .withLoggingDisabled()
          .build();
  private final CommitHook hook = CommitHook.builder(LearningTopology.COMMIT_HOOK).build();
  private final LearnProcessor processor;
  private long now;

  /** Starts a task of the same options and definitions with these rows. */
  TakeOver(TestStream from, Map<Bytes, byte[]> rows) {
    this(from, onAnotherInstance(from.services), rows);
  }

  private static InstanceServices onAnotherInstance(InstanceServices services) {
    return new InstanceServices(
        services.shared(),
        ThreadLocal.withInitial(ThreadServices::new),
        services.activity(),
        services.creator(),
        services.logs(),
        services.held(),
        services.decoders(),
        services.partitions());
  }

  /** Starts a task that may know less or other things than the former one did. */
  TakeOver(TestStream from, InstanceServices services, Map<Bytes, byte[]> rows) {
    store.init(context.getStateStoreContext(), store);
    hook.init(context.getStateStoreContext(), hook);
    rows.forEach(store::put);
    processor = new LearnProcessor(from.options, services);
    context.setCurrentSystemTimeMs(0);
    processor.init(context);
  }

  /** Everything that a task has stored. */
  static Map<Bytes, byte[]> rowsOf(TestStream stream) {
    return rows(stream.driver.getKeyValueStore(LearningTopology.MODEL_STORE));
  }

  private static Map<Bytes, byte[]> rows(KeyValueStore<Bytes, byte[]> store) {
    Map<Bytes, byte[]> rows = new TreeMap<>();
    try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
      while (all.hasNext()) {
        KeyValue<Bytes, byte[]> row = all.next();
        rows.put(row.key, row.value);
      }
    }
    return rows;
  }

  Map<Bytes, byte[]> rows() {
    return rows(store);
  }

  /** Processes a labeled event of the same partition. */
  void learn(String json, long time, long offset) {
    learnUncommitted(json, time, offset);
    commit(); // the test driver commits after every event, too
  }

  void learnUncommitted(String json, long time, long offset) {
    context.setRecordMetadata("labeled", 0, offset);
    processor.process(new Record<>(null, TestStream.bytes(json), time));
  }

  void commit() {
    hook.flushCache();
  }

  /** Answers an unlabeled event. */
  Prediction ask(String json) {
    context.resetForwards();
    context.setRecordMetadata("unlabeled", 0, 0);
    processor.process(new Record<>(null, TestStream.bytes(json), 0));
    return new PredictionDecoder()
        .decode(context.forwarded(LearningTopology.PREDICTIONS).get(0).record().value());
  }

  /** Starts again, with what is stored, as after a fault that passes. */
  void restart() {
    processor.init(context);
  }

  /** Lets the interval pass and returns what was sent to one of the topics meanwhile. */
  List<? extends Record<? extends byte[], ? extends byte[]>> publish(String sink) {
    context.resetForwards();
    now += TestStream.INTERVAL.toMillis();
    context.scheduledPunctuators().get(0).getPunctuator().punctuate(now);
    return context.forwarded(sink).stream().map(forward -> forward.record()).toList();
  }

  @Override
  public void close() {
    processor.close();
    store.close();
  }
}
