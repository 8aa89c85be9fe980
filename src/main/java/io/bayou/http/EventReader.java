package io.bayou.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.mapping.RawRecord;
import io.bayou.codec.mapping.RecordDecoder;
import io.bayou.codec.mapping.RecordMapper;
import io.bayou.model.Example;
import io.bayou.model.spec.InputSpec;
import io.bayou.model.spec.ModelSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the events of requests: Bayou's own, or records as they lie in the topics of a model.
 * Single-threaded; an event is valid until the next one.
 */
final class EventReader {
  private static final int MAX_MAPPINGS = 16;
  private static final String FEATURES = "features";

  private final EventLimits limits;
  private final EventCodec events;
  private final Map<InputSpec, RecordMapper> mappers =
      new LinkedHashMap<>(MAX_MAPPINGS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InputSpec, RecordMapper> eldest) {
          return size() > MAX_MAPPINGS;
        }
      };

  EventReader(EventLimits limits) {
    this.limits = limits;
    events = new EventCodec(limits);
  }

  /** One of Bayou's own events. */
  Example own(byte[] event, String where) {
    try {
      return events.decode(event);
    } catch (BadRecordException e) {
      throw Problem.of(e, where);
    }
  }

  /**
   * An event for a model: one of Bayou's own, or if the model reads topics of another shape, a
   * record of theirs. An object with {@code features} is one of Bayou's own, unless the model reads
   * a field of that name.
   *
   * @param where precedes a message, such as "event 3: "
   * @throws Problem if it is not valid; the message says how it was read
   */
  Example read(byte[] event, ModelSpec spec, String where, long now) {
    Optional<InputSpec> input = spec.input();
    if (input.isEmpty()) {
      return own(event, where);
    }
    if (hasFeatures(event) && !readsFeatures(input.get())) {
      return own(event, where + "read as one of Bayou's own events: ");
    }
    return mapped(event, input.get(), where + "read as a record of its topic: ", now);
  }

  /**
   * A record as a model reads it.
   *
   * @throws Problem if it cannot be read, or is not one that the model reads
   */
  private Example mapped(byte[] record, InputSpec input, String where, long now) {
    RecordMapper mapper =
        mappers.computeIfAbsent(
            input, // a request is JSON, whatever the encoding of the topic
            given -> new RecordMapper(List.of(given.asJson()), new RecordDecoder(limits)));
    try {
      mapper.read(RawRecord.of(record, now));
      Example example = mapper.example(0);
      if (example == null) {
        throw Problem.badRequest(
            where + "the model does not read it: input.where excludes it, or it is a deletion");
      }
      return example;
    } catch (BadRecordException e) {
      throw Problem.of(e, where);
    }
  }

  private static boolean readsFeatures(InputSpec input) {
    return input.features().values().stream().anyMatch(source -> source.startsWith(FEATURES))
        || input.id().filter(source -> source.startsWith(FEATURES)).isPresent();
  }

  /* What is no JSON at all has none; whoever reads it says what is wrong. */
  private static boolean hasFeatures(byte[] event) {
    try (JsonParser in = Bodies.FACTORY.createParser(event)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
        if (name.equals(FEATURES)) {
          return in.nextToken() == JsonToken.START_OBJECT;
        }
        in.nextToken();
        in.skipChildren();
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }
}
