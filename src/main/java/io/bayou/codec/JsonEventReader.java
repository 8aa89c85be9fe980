package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Reads an event from a JSON object with the fields of schemas/Event.avsc. */
final class JsonEventReader {
  private static final List<String> KNOWN =
      List.of("id", "model", "features", "label", "weight", "correctionOf");

  private final JsonFactory factory;

  JsonEventReader(EventLimits limits) {
    factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(3)
                    .maxStringLength(limits.textLength())
                    .maxNameLength(limits.textLength())
                    .maxNumberLength(400)
                    .build())
            .build();
  }

  void read(byte[] bytes, EventBuilder out) {
    try (JsonParser in = factory.createParser(bytes)) {
      in.nextToken();
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        in.nextToken();
        field(field, in, out);
      }
      expect(in, JsonToken.END_OBJECT, "the event");
      if (in.nextToken() != null) {
        throw new BadRecordException(MALFORMED, "the event goes on after its closing brace");
      }
    } catch (StreamConstraintsException e) {
      throw new BadRecordException(TOO_LARGE, e.getOriginalMessage());
    } catch (JsonProcessingException e) {
      throw new BadRecordException(MALFORMED, "the event is not JSON: " + describe(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // reading from memory: cannot happen
    }
  }

  private static String describe(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    long column = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
    return column < 0 ? message : message + ", at byte " + column;
  }

  private static void field(String field, JsonParser in, EventBuilder out) throws IOException {
    if (in.currentToken() == JsonToken.VALUE_NULL && KNOWN.contains(field)) {
      return;
    }
    switch (field) {
      case "id" -> out.id(scalar(in, out, field));
      case "model" -> out.model(scalar(in, out, field));
      case "label" -> out.label(scalar(in, out, field));
      case "correctionOf" -> out.correctionOf(scalar(in, out, field));
      case "weight" -> out.weight(number(in, field));
      case "features" -> features(in, out);
      default ->
          throw new BadRecordException(
              INVALID, "unknown field '" + field + "'; an event has " + String.join(", ", KNOWN));
    }
  }

  /* Labels and ids are often numbers in the sender's eyes; as text they are what was written. */
  private static String scalar(JsonParser in, EventBuilder out, String field) throws IOException {
    if (!in.currentToken().isScalarValue()) {
      expect(in, JsonToken.VALUE_STRING, field);
    }
    return out.string(in.getText());
  }

  private static void features(JsonParser in, EventBuilder out) throws IOException {
    expect(in, JsonToken.START_OBJECT, "features");
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      out.feature(out.string(name));
      value(name, in.nextToken(), in, out);
    }
    expect(in, JsonToken.END_OBJECT, "features");
  }

  private static void value(String name, JsonToken token, JsonParser in, EventBuilder out)
      throws IOException {
    switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.number(in.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> out.truth(token == JsonToken.VALUE_TRUE);
      case VALUE_STRING -> out.text(string(in, out, name));
      case VALUE_NULL -> out.missing();
      case START_ARRAY -> tokens(name, in, out);
      default ->
          throw new BadRecordException(
              INVALID,
              "feature '"
                  + name
                  + "' is an object; send a number, a boolean, a string, an array of"
                  + " strings or null");
    }
  }

  private static void tokens(String name, JsonParser in, EventBuilder out) throws IOException {
    out.beginTokens();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      out.token(string(in, out, name));
    }
    out.endTokens();
  }

  private static String string(JsonParser in, EventBuilder out, String field) throws IOException {
    expect(in, JsonToken.VALUE_STRING, field);
    return out.string(in.getText());
  }

  private static double number(JsonParser in, String field) throws IOException {
    if (!in.currentToken().isNumeric()) {
      throw new BadRecordException(INVALID, field + " must be a number, was " + in.currentToken());
    }
    return in.getDoubleValue();
  }

  private static void expect(JsonParser in, JsonToken token, String where) {
    if (in.currentToken() != token) {
      throw new BadRecordException(
          INVALID, where + " must be " + describe(token) + ", was " + describe(in.currentToken()));
    }
  }

  private static String describe(JsonToken token) {
    if (token == null) {
      return "cut off";
    }
    return switch (token) {
      case START_OBJECT, END_OBJECT, FIELD_NAME -> "an object";
      case START_ARRAY, END_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      case VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE -> "cut off";
    };
  }
}
