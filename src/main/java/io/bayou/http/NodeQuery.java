package io.bayou.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.codec.jsonio.JsonErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A query for a node of a network: an event with a field {@code node}. Its label, if it has one, is
 * evidence.
 *
 * @param event the event without the node
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record NodeQuery(String node, byte[] event) {
  /**
   * @param where precedes an error message
   * @throws Problem if the body is not a query
   */
  static NodeQuery parse(byte[] body, String where) {
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    String node;
    try (JsonParser in = Bodies.FACTORY.createParser(body);
        JsonGenerator out = Bodies.FACTORY.createGenerator(event)) {
      node = split(in, out, where);
    } catch (JsonProcessingException e) {
      throw Problem.badRequest(where + "the body is not JSON: " + JsonErrors.messageOf(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // from memory to memory: cannot happen
    }
    if (node == null) {
      throw Problem.badRequest(where + "a query needs 'node': the node that is asked for");
    }
    return new NodeQuery(node, event.toByteArray());
  }

  /* Returns the node, or null if there is none, and copies everything else. */
  private static String split(JsonParser in, JsonGenerator out, String where) throws IOException {
    if (in.nextToken() != JsonToken.START_OBJECT) {
      throw Problem.badRequest(where + "a query is an object with 'node' and 'features'");
    }
    String node = null;
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
      throw Problem.badRequest(where + "the body continues after its closing brace");
    }
    return node;
  }
}
