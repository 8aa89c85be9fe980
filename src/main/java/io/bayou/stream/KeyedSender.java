package io.bayou.stream;

import io.bayou.codec.join.Arrival;
import io.bayou.codec.join.KeyedEvent.Purpose;
import io.bayou.model.Example;
import io.bayou.stream.keyed.KeyedEvents;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** Sends the events of a task that have a key to the tasks that own the models of the keys. */
final class KeyedSender {
  private final ProcessorContext<byte[], byte[]> context;
  private final KeyedEvents events;
  private LogCheck logs;

  KeyedSender(
      ProcessorContext<byte[], byte[]> context, StreamOptions options, InstanceServices services) {
    this.context = context;
    events =
        new KeyedEvents(
            options.topics().keyed().isPresent(),
            () -> services.partitions().applyAsInt(options.topics().keyed().orElseThrow()),
            bundle -> context.forward(bundle, KeyedEvents.SINK));
  }

  /** Says which logs the events come from. */
  void follow(LogCheck eventLogs) {
    logs = eventLogs;
  }

  /** Sends what everybody's model learns as well. */
  void learn(
      Purpose purpose,
      Example example,
      String key,
      LiveModel model,
      String source,
      long offset,
      long time) {
    String topic = source.substring(0, source.lastIndexOf('-'));
    events.send(purpose, address(model, key, source, topic, offset, time), example, null);
  }

  /** Sends an event that is to be answered under an id. */
  void ask(
      Purpose purpose,
      Example example,
      String id,
      String key,
      LiveModel model,
      RecordMetadata at,
      long time) {
    String source = new TopicPartition(at.topic(), at.partition()).toString();
    events.send(purpose, address(model, key, source, at.topic(), at.offset(), time), example, id);
  }

  private KeyedEvents.Address address(
      LiveModel model, String key, String source, String topic, long offset, long time) {
    Arrival arrival = new Arrival(time, context.currentSystemTimeMs(), source);
    return new KeyedEvents.Address(
        model.name(), model.version(), key, arrival, logs.topicId(topic), offset);
  }

  /** Sends what is held back. */
  void send() {
    events.send();
  }
}
