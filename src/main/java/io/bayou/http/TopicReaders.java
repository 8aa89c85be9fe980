package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.event.KnownClasses;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.model.Example;
import io.bayou.model.ModelDefinition;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The models that read a topic whose records are not Bayou's own events. Single-threaded.
 *
 * @param models their names
 * @param specs of their active versions, in the same order
 */
record TopicReaders(String topic, List<String> models, List<ModelSpec> specs, RecordMapper mapper) {
  /** Empty if the topic holds Bayou's own events. */
  static Optional<TopicReaders> of(
      String topic, List<ModelDefinition> definitions, EventLimits limits) {
    List<String> models = new ArrayList<>();
    List<ModelSpec> specs = new ArrayList<>();
    List<InputSpec> inputs = new ArrayList<>();
    for (ModelDefinition definition : definitions) {
      definition
          .active()
          .spec()
          .input()
          .filter(input -> input.topics().contains(topic))
          .ifPresent(
              input -> {
                models.add(definition.name());
                specs.add(definition.active().spec());
                inputs.add(input);
              });
    }
    return models.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TopicReaders(
                topic, models, specs, new RecordMapper(inputs, new RecordDecoder(limits))));
  }

  /**
   * Checks that every model can read a record, and knows its label.
   *
   * @return the record on its way to the topic; its key is the id that a model finds in it
   * @throws Problem if a model cannot read it
   */
  Batch.Event check(byte[] record, String where, long now) {
    mapper.read(RawRecord.of(record, now));
    byte[] key = null;
    for (int i = 0; i < models.size(); i++) {
      try {
        Example example = mapper.example(i);
        if (example != null) {
          KnownClasses.require(specs.get(i), example.label(), models.get(i));
          key = key == null && example.id() != null ? example.id().getBytes(UTF_8) : key;
        }
      } catch (BadRecordException e) {
        throw Problem.of(e, where + "model '" + models.get(i) + "' cannot read it: ");
      }
    }
    return new Batch.Event(topic, key, record);
  }

  /** Why one of Bayou's own events cannot be sent to the topic. */
  Problem refusal(String where) {
    return new Problem(
        409,
        "%stopic '%s' does not hold Bayou's own events: %s %s its records in another shape; POST such"
                .formatted(where, topic, models, models.size() == 1 ? "reads" : "read")
            + " records to /events?topic="
            + topic);
  }
}
