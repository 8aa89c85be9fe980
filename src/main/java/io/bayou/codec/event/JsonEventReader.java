package io.bayou.codec.event;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonInput;
import java.io.IOException;
import java.util.List;

/**
 * Reads an event from a JSON object with the fields of schemas/Event.avsc.
 *
 * <p>A number is read as the nearest double, an infinity if it is beyond the largest one. Id,
 * model, label and correctionOf may be numbers or booleans; their text is used. A null field counts
 * as absent.
 */
final class JsonEventReader implements JsonInput.FieldReader {
  /** Max number of tokens in an object of counts: about as many as fit into an event as strings. */
  private static final int MAX_TOKENS = 100_000;

  private static final List<String> FIELDS =
      List.of("id", "model", "features", "label", "weight", "correctionOf");

  /* Limits of what Jackson buffers before this reader sees it. Strings need none: they are no
   * longer than the event. */
  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(4)
                  .maxNameLength(EventLimits.NAME_BYTES)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(1_000)
                  .build())
          .build();

  private EventBuilder out;
  private int seen;

  void read(byte[] bytes, EventBuilder builder) {
    out = builder;
    seen = 0;
    JsonInput.read("the event", bytes, factory, this);
  }

  @Override
  public void read(String field, JsonParser in) throws IOException {
    int index = FIELDS.indexOf(field);
    if (index < 0) {
      throw invalid("unknown field '" + field + "'; an event has " + String.join(", ", FIELDS));
    }
    if ((seen & 1 << index) != 0) {
      throw invalid("field '" + field + "' occurs twice");
    }
    seen |= 1 << index;
    if (in.nextToken() == JsonToken.VALUE_NULL) {
      return;
    }
    switch (field) {
      case "id" -> out.id(scalar(field, in, out));
      case "model" -> out.model(scalar(field, in, out));
      case "label" -> out.label(scalar(field, in, out));
      case "correctionOf" -> out.correctionOf(scalar(field, in, out));
      case "weight" -> out.weight(number(field, in));
      default -> features(in, out);
    }
  }

  private static String scalar(String field, JsonParser in, EventBuilder out) throws IOException {
    if (!in.currentToken().isScalarValue()) {
      throw invalid(field + " must be a string, was " + describe(in.currentToken()));
    }
    return out.string(in.getText());
  }

  private static double number(String field, JsonParser in) throws IOException {
    if (!in.currentToken().isNumeric()) {
      throw invalid(field + " must be a number, was " + describe(in.currentToken()));
    }
    return in.getDoubleValue();
  }

  private static void features(JsonParser in, EventBuilder out) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      throw invalid("features must be an object, was " + describe(in.currentToken()));
    }
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      out.feature(out.string(name));
      value(name, in, out);
    }
  }

  private static void value(String name, JsonParser in, EventBuilder out) throws IOException {
    JsonToken token = in.nextToken();
    switch (token) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> out.number(in.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> out.bool(token == JsonToken.VALUE_TRUE);
      case VALUE_STRING -> out.text(out.string(in.getText()));
      case VALUE_NULL -> out.missing();
      case START_ARRAY -> tokens(name, in, out);
      case START_OBJECT -> counts(name, in, out);
      default ->
          throw invalid(
              String.format(
                  "feature '%s' is %s; send a number, a boolean, a string, an array of strings,"
                      + " an object of counts or null",
                  name, describe(token)));
    }
  }

  private static void tokens(String name, JsonParser in, EventBuilder out) throws IOException {
    out.beginTokens();
    for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
      if (token != JsonToken.VALUE_STRING) {
        throw invalid(
            "feature '%s' is an array that holds %s; send strings only"
                .formatted(name, describe(token)));
      }
      out.token(out.string(in.getText()));
    }
    out.endTokens();
  }

  /* {"cheap": 2} is ["cheap", "cheap"]. */
  private static void counts(String name, JsonParser in, EventBuilder out) throws IOException {
    out.beginTokens();
    long tokens = 0;
    for (String token = in.nextFieldName(); token != null; token = in.nextFieldName()) {
      int count = count(name, token, in);
      tokens += count;
      if (tokens > MAX_TOKENS) {
        throw invalid("feature '" + name + "' counts more than " + MAX_TOKENS + " tokens in all");
      }
      String value = out.string(token);
      for (int i = 0; i < count; i++) {
        out.token(value);
      }
    }
    out.endTokens();
  }

  private static int count(String name, String token, JsonParser in) throws IOException {
    JsonToken value = in.nextToken();
    double count = value.isNumeric() ? in.getDoubleValue() : Double.NaN;
    if (!(count >= 0.0 && count <= MAX_TOKENS && count == Math.rint(count))) {
      throw invalid(
          String.format(
              "feature '%s' is an object, so a list of tokens with their counts, but '%s' is %s;"
                  + " send whole numbers from 0 to %d",
              name, token, value.isNumeric() ? in.getText() : describe(value), MAX_TOKENS));
    }
    return (int) count;
  }

  private static String describe(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      default -> "null";
    };
  }

  private static BadRecordException invalid(String what) {
    return new BadRecordException(INVALID, what);
  }
}
