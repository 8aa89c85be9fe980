package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.codec.json.JsonObject;
import io.bayou.codec.prediction.PredictionJson;
import io.bayou.http.EventReaders.EventReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Answers questions about any node of a network from the published model, and changes nothing. A
 * question is an event that names a {@code node}; its label, if it has one, is known.
 */
final class NodeQueries {
  private final EventReaders readers;

  NodeQueries(EventReaders readers) {
    this.readers = readers;
  }

  /** A question taken apart. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Question(String node, byte[] event) {}

  /**
   * Answers one question.
   *
   * @throws Problem if it is not valid, or the model has no such node
   */
  byte[] one(ServedModel model, byte[] question, long now) {
    return readers.read(
        model, reader -> JsonObject.bytes(json -> write(json, reader, question, now, "")));
  }

  /** Answers several questions, in their order. */
  byte[] all(ServedModel model, List<byte[]> questions, long now) {
    return readers.read(
        model,
        reader ->
            JsonObject.array(
                questions.size(),
                (json, i) -> write(json, reader, questions.get(i), now, "event " + i + ": ")));
  }

  private static void write(
      JsonObject json, EventReader reader, byte[] body, long now, String where) {
    Question question = question(body, where);
    PredictionJson.query(
        json, question.node(), reader.query(question.node(), question.event(), where, now));
  }

  /* The event is what is left without the node. */
  private static Question question(byte[] body, String where) {
    String node = null;
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    try (JsonParser in = Bodies.FACTORY.createParser(body);
        JsonGenerator out = Bodies.FACTORY.createGenerator(event)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw Problem.badRequest(where + "a query is an object with 'node' and 'features'");
      }
      out.writeStartObject();
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        JsonToken value = in.nextToken();
        if (!field.equals("node")) {
          out.writeFieldName(field);
          out.copyCurrentStructure(in);
        } else if (value == JsonToken.VALUE_STRING) {
          node = in.getText();
        } else {
          throw Problem.badRequest(where + "node must be a string");
        }
      }
      out.writeEndObject();
      if (in.nextToken() != null) {
        throw Problem.badRequest(where + "the body goes on after its closing brace");
      }
    } catch (JsonProcessingException e) {
      throw Problem.badRequest(
          where + "the body is not JSON: " + Bodies.firstLine(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // from memory to memory: cannot happen
    }
    if (node == null) {
      throw Problem.badRequest(where + "a query needs 'node': the node that is asked for");
    }
    return new Question(node, event.toByteArray());
  }
}
