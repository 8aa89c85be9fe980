package io.bayou.http;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Reads the events of requests, any number at a time. A request has a decoder to itself, which
 * later ones use again: it knows the names of features by then.
 */
final class EventReaders {
  private final EventLimits limits;
  private final Queue<EventCodec> idle = new ConcurrentLinkedQueue<>();

  EventReaders(EventLimits limits) {
    this.limits = limits;
  }

  /** Reads the events of one request for a model. */
  <T> T read(ServedModel model, Function<EventReader, T> request) {
    EventCodec known = idle.poll();
    EventCodec codec = known == null ? new EventCodec(limits) : known;
    try {
      return request.apply(new EventReader(codec, model));
    } finally {
      idle.add(codec);
    }
  }

  /** Answers the events of one request, one after the other. */
  static final class EventReader {
    private final EventCodec codec;
    private final ServedModel model;
    private final Answer answer = new Answer();

    private EventReader(EventCodec codec, ServedModel model) {
      this.codec = codec;
      this.model = model;
    }

    /**
     * Answers an event; the answer is valid until the next call.
     *
     * @param where said before what is wrong with it
     * @throws Problem if it is not valid
     */
    Answer predict(byte[] event, String where, boolean explain, long now) {
      model.answer(decode(event, where), explain, now, answer);
      return answer;
    }

    /**
     * As {@link #predict}, of a node of a network.
     *
     * @throws Problem if the event is not valid, or the model has no such node
     */
    Answer query(String node, byte[] event, String where, long now) {
      Example example = decode(event, where);
      try {
        model.query(node, example, now, answer);
      } catch (IllegalArgumentException e) {
        throw Problem.badRequest(where + e.getMessage());
      }
      return answer;
    }

    private Example decode(byte[] event, String where) {
      Example example;
      try {
        example = codec.decode(event);
      } catch (BadRecordException e) {
        throw Problem.of(e, where);
      }
      String name = model.definition().name();
      if (example.model() != null && !example.model().equals(name)) {
        throw Problem.badRequest(where + "the event is for another model than '" + name + "'");
      }
      return example;
    }
  }
}
