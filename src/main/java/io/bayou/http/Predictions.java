package io.bayou.http;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Predicts the events of requests from the published model, and changes nothing. Requests do not
 * wait for one another.
 */
final class Predictions {
  private final EventLimits limits;
  /* A request has a reader to itself. Later requests reuse it: it knows the names of features. */
  private final Queue<EventReader> idle = new ConcurrentLinkedQueue<>();

  Predictions(EventLimits limits) {
    this.limits = limits;
  }

  /** Writes the response to one event of a request. */
  private interface EventHandler {
    /**
     * @param where precedes an error message, such as "event 3: "; empty for a single event
     */
    void handle(JsonObject json, EventReader reader, byte[] event, String where);
  }

  /**
   * Predicts the event of a request, or all events of an array.
   *
   * @param raw whether to add the posterior before calibration
   * @throws Problem if an event is not valid
   */
  byte[] predict(ServedModel model, byte[] body, boolean explain, boolean raw, long now) {
    Answer answer = new Answer();
    return respond(
        body,
        (json, reader, event, where) -> {
          Example example = reader.read(event, model.version().spec(), where, now);
          requireModel(example, model, where);
          model.answer(example, explain, now, answer);
          if (raw) {
            answer.askRaw();
          }
          PredictionJson.write(json, answer);
          tellUnknown(json, model, example);
        });
  }

  private static void tellUnknown(JsonObject json, ServedModel model, Example example) {
    List<String> unknown = model.unknown(example.features());
    if (!unknown.isEmpty()) {
      json.texts("unknownFeatures", unknown);
    }
  }

  /**
   * As {@link #predict}, for any node of a network: each event names the node.
   *
   * @throws Problem if an event is not valid, or the model has no such node
   */
  byte[] query(ServedModel model, byte[] body, long now) {
    Answer answer = new Answer();
    return respond(
        body,
        (json, reader, event, where) -> {
          NodeQuery query = NodeQuery.parse(event, where);
          Example example = reader.own(query.event(), where);
          requireModel(example, model, where);
          try {
            model.query(query.node(), example, now, answer);
          } catch (IllegalArgumentException e) {
            throw Problem.badRequest(where + e.getMessage());
          }
          PredictionJson.query(json, query.node(), answer);
        });
  }

  private byte[] respond(byte[] body, EventHandler handler) {
    EventReader known = idle.poll();
    EventReader reader = known == null ? new EventReader(limits) : known;
    try {
      if (!Bodies.isArray(body)) {
        return JsonObject.bytes(json -> handler.handle(json, reader, Bodies.event(body), ""));
      }
      List<byte[]> events = Bodies.events(body);
      return JsonObject.array(
          events.size(),
          (json, i) -> handler.handle(json, reader, events.get(i), "event " + i + ": "));
    } finally {
      idle.add(reader);
    }
  }

  private static void requireModel(Example example, ServedModel model, String where) {
    String name = model.definition().name();
    if (example.model() != null && !example.model().equals(name)) {
      throw Problem.badRequest(where + "the event is for a model other than '" + name + "'");
    }
  }
}
