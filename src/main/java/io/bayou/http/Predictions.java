package io.bayou.http;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.event.EventCodec;
import io.bayou.codec.event.EventLimits;
import io.bayou.codec.json.JsonObject;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.model.Answer;
import io.bayou.model.Example;
import java.util.List;

/**
 * Answers events that come by HTTP from the published model, and changes nothing.
 *
 * <p>One event at a time: decoder and learner share the numbers of features, which is what makes
 * them fast, and an event takes a few microseconds.
 */
final class Predictions {
  private final EventCodec codec;
  private final Answer answer = new Answer();

  Predictions(EventLimits limits) {
    codec = new EventCodec(limits);
  }

  /**
   * Answers one event.
   *
   * @throws Problem if it is not valid
   */
  byte[] one(ServedModel model, byte[] event, boolean explain, long now) {
    return JsonObject.bytes(json -> write(json, model, event, explain, now, ""));
  }

  /** Answers several events, in their order. */
  byte[] all(ServedModel model, List<byte[]> events, boolean explain, long now) {
    return JsonObject.array(
        events.size(),
        (json, i) -> write(json, model, events.get(i), explain, now, "event " + i + ": "));
  }

  private synchronized void write(
      JsonObject json, ServedModel model, byte[] event, boolean explain, long now, String where) {
    Example example = decode(event, where);
    String name = model.definition().name();
    if (example.model() != null && !example.model().equals(name)) {
      throw Problem.badRequest(where + "the event is for another model than '" + name + "'");
    }
    model.answer(example, explain, now, answer);
    PredictionJson.write(json, answer);
  }

  private Example decode(byte[] event, String where) {
    try {
      return codec.decode(event);
    } catch (BadRecordException e) {
      throw Problem.of(e, where);
    }
  }
}
