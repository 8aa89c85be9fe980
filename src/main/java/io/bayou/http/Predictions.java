package io.bayou.http;

import io.bayou.codec.json.JsonObject;
import io.bayou.codec.prediction.PredictionJson;
import java.util.List;

/**
 * Answers events that come by HTTP from the published model, and changes nothing. Requests do not
 * wait for one another.
 */
final class Predictions {
  private final EventReaders readers;

  Predictions(EventReaders readers) {
    this.readers = readers;
  }

  /**
   * Answers one event.
   *
   * @throws Problem if it is not valid
   */
  byte[] one(ServedModel model, byte[] event, boolean explain, long now) {
    return readers.read(
        model,
        reader ->
            JsonObject.bytes(
                json -> PredictionJson.write(json, reader.predict(event, "", explain, now))));
  }

  /** Answers several events, in their order. */
  byte[] all(ServedModel model, List<byte[]> events, boolean explain, long now) {
    return readers.read(
        model,
        reader ->
            JsonObject.array(
                events.size(),
                (json, i) -> {
                  String where = "event " + i + ": ";
                  PredictionJson.write(json, reader.predict(events.get(i), where, explain, now));
                }));
  }
}
