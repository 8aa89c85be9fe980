package io.bayou.codec.prediction;

import static io.bayou.codec.BadRecordException.Reason.INVALID;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.bayou.avro.Prediction;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonInput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads one prediction from a JSON object with the fields of schemas/Prediction.avsc. Fields of a
 * later version are skipped.
 */
final class JsonPredictionReader implements JsonInput.FieldReader {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final Prediction.Builder prediction = Prediction.newBuilder().setTime(Instant.EPOCH);

  private JsonPredictionReader() {}

  static Prediction read(byte[] bytes) {
    JsonPredictionReader reader = new JsonPredictionReader();
    JsonInput.read("the prediction", bytes, FACTORY, reader);
    require(reader.prediction.hasId(), "it has no id");
    require(reader.prediction.hasModel(), "it has no model");
    require(reader.prediction.hasPosterior(), "it has no posterior");
    return reader.prediction.build();
  }

  @Override
  public void read(String field, JsonParser in) throws IOException {
    if (in.nextToken() == JsonToken.VALUE_NULL) {
      return;
    }
    switch (field) {
      case "id" -> prediction.setId(text(field, in));
      case "model" -> prediction.setModel(text(field, in));
      case "version" -> prediction.setVersion(in.getIntValue());
      case "label" -> prediction.setLabel(text(field, in));
      case "posterior" -> prediction.setPosterior(object(field, in, JsonParser::getDoubleValue));
      case "logEvidence" -> prediction.setLogEvidence(in.getDoubleValue());
      case "contributions" ->
          prediction.setContributions(object(field, in, JsonParser::getDoubleValue));
      case "hypotheses" -> prediction.setHypotheses(object(field, in, JsonParser::getDoubleValue));
      case "examples" -> prediction.setExamples(in.getLongValue());
      case "learnedTo" -> prediction.setLearnedTo(object(field, in, JsonParser::getLongValue));
      case "flags" -> prediction.setFlags(texts(field, in));
      case "set" -> prediction.setSet(texts(field, in));
      case "rawPosterior" ->
          prediction.setRawPosterior(object(field, in, JsonParser::getDoubleValue));
      case "decision" -> prediction.setDecision(text(field, in));
      case "expectedCost" -> prediction.setExpectedCost(in.getDoubleValue());
      case "otherProbability" -> prediction.setOtherProbability(in.getDoubleValue());
      case "key" -> prediction.setKey(text(field, in));
      case "ownShare" -> prediction.setOwnShare(in.getDoubleValue());
      case "keyExamples" -> prediction.setKeyExamples(in.getLongValue());
      case "time" -> prediction.setTime(Instant.ofEpochMilli(in.getLongValue()));
      default -> in.skipChildren();
    }
  }

  private static String text(String field, JsonParser in) throws IOException {
    require(in.currentToken() == JsonToken.VALUE_STRING, field + " is not a string");
    return in.getText();
  }

  private interface Value<T> {
    T read(JsonParser in) throws IOException;
  }

  private static <T> Map<String, T> object(String field, JsonParser in, Value<T> value)
      throws IOException {
    require(in.currentToken() == JsonToken.START_OBJECT, field + " is not an object");
    Map<String, T> values = new HashMap<>();
    for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
      in.nextToken();
      values.put(name, value.read(in));
    }
    return values;
  }

  private static List<String> texts(String field, JsonParser in) throws IOException {
    require(in.currentToken() == JsonToken.START_ARRAY, field + " is not an array");
    List<String> texts = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      texts.add(text("an item of " + field, in));
    }
    return texts;
  }

  private static void require(boolean condition, String fault) {
    if (!condition) {
      throw new BadRecordException(INVALID, "the prediction is not valid: " + fault);
    }
  }
}
