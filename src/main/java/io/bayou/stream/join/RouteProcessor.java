package io.bayou.stream.join;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.Label;
import io.bayou.codec.join.LabelRecord;
import io.bayou.codec.join.WaitingCodec;
import io.bayou.codec.join.WaitingKey;
import io.bayou.codec.mapping.LabelMapper;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.model.Example;
import io.bayou.model.spec.LabelsSpec;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.commit.CommitHook;
import io.bayou.stream.exchange.Bundles;
import io.bayou.stream.input.RawRecords;
import io.bayou.stream.join.JoinActivity.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Sends each label to where the event that it belongs to waits. */
final class RouteProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final JoinServices services;
  private final WaitingCodec codec = new WaitingCodec();
  private final RecordDecoder decoder;
  private final Map<String, Takers> takers = new HashMap<>();
  private SortedMap<String, ModelSpec> specs = new TreeMap<>();
  private long changes = -1;
  private ProcessorContext<byte[], byte[]> context;
  private Bundles bundles;

  RouteProcessor(JoinServices services) {
    this.services = services;
    decoder = services.decoders().get();
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> processorContext) {
    context = processorContext;
    bundles =
        new Bundles(
            services.waitingPartitions(), bundle -> context.forward(bundle, JoinStages.ROUTED));
    CommitHook hook = context.getStateStore(JoinStages.ROUTE_COMMIT_HOOK);
    hook.beforeCommit(bundles::send);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (record.value() == null) {
      return; // of a compacted topic, or behind a deletion
    }
    RecordMetadata at = context.recordMetadata().orElseThrow();
    Takers takers = takers(at.topic());
    if (takers == null) {
      services.activity().count(Outcome.UNUSED);
      return;
    }
    takers.mapper.read(
        RawRecords.of(record.key(), record.value(), record.headers(), record.timestamp()));
    BadRecordException bad = null;
    for (int i = 0; i < takers.models.size(); i++) {
      try {
        route(takers.models.get(i), takers.mapper.label(i), record, at);
      } catch (BadRecordException e) {
        bad = e; // a model that cannot use the record does not keep it from the others
      }
    }
    if (bad != null) {
      throw bad;
    }
  }

  /** The models that take labels from a topic. */
  private record Takers(List<String> models, LabelMapper mapper) {}

  /* Null if there are none. */
  private Takers takers(String topic) {
    if (changes != services.models().changes()) {
      changes = services.models().changes();
      specs = services.models().specs();
      takers.clear();
    }
    return takers.computeIfAbsent(topic, this::find);
  }

  private Takers find(String topic) {
    SortedMap<String, LabelsSpec> found = new TreeMap<>();
    specs.forEach((model, spec) -> found.put(model, spec.labels().orElseThrow()));
    found.values().removeIf(labels -> !labels.topics().contains(topic));
    return found.isEmpty()
        ? null
        : new Takers(
            List.copyOf(found.keySet()), new LabelMapper(List.copyOf(found.values()), decoder));
  }

  private void route(String model, Example told, Record<byte[], byte[]> record, RecordMetadata at) {
    if (told == null || told.label() == null) {
      services.activity().count(Outcome.UNMAPPED);
      return;
    }
    ModelSpec spec = specs.get(model);
    KnownClasses.require(spec, told.label(), model); // the event goes on waiting for a right one
    String source = new TopicPartition(at.topic(), at.partition()).toString();
    Arrival arrival = new Arrival(record.timestamp(), context.currentSystemTimeMs(), source);
    LabelRecord kept = LabelRecord.of(at.offset(), record.key(), record.value());
    Label label =
        new Label(arrival, spec.labels().orElseThrow().horizonMillis(), told.label(), kept);
    byte[] key = new WaitingKey(model, told.id()).encode();
    bundles.add(new Record<>(key, codec.encode(label), record.timestamp()));
  }
}
