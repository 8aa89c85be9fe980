package io.bayou.codec.prediction;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.json.JsonInput;
import io.bayou.model.Prediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a prediction from a JSON object with the fields of schemas/Prediction.avsc. Fields of a
 * later version are skipped.
 */
final class JsonPredictionReader {
  private final JsonFactory factory =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  Prediction read(byte[] bytes) {
    JsonInput.check("the prediction", bytes);
    Fields fields = new Fields();
    try (JsonParser in = factory.createParser(bytes)) {
      in.nextToken();
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        if (in.nextToken() != JsonToken.VALUE_NULL) {
          fields.read(field, in);
        }
      }
      if (in.nextToken() != null) {
        throw new BadRecordException(MALFORMED, "the prediction goes on after its closing brace");
      }
    } catch (JsonProcessingException e) {
      throw new BadRecordException(
          MALFORMED, "the prediction is not JSON: " + JsonInput.messageOf(e));
    } catch (IOException e) { // the source is memory: it is the content
      throw new BadRecordException(MALFORMED, "the prediction is not JSON: " + e.getMessage(), e);
    }
    return fields.toPrediction();
  }

  private interface Item {
    void read(String name) throws IOException;
  }

  private static final class Fields {
    private String id;
    private String model;
    private int version = 1;
    private String label;
    private SortedMap<String, Double> posterior;
    private OptionalDouble logEvidence = OptionalDouble.empty();
    private SortedMap<String, Double> contributions = new TreeMap<>();
    private SortedMap<String, Double> hypotheses = new TreeMap<>();
    private long examples;
    private final SortedMap<String, Long> learnedTo = new TreeMap<>();
    private final List<String> flags = new ArrayList<>();
    private long time;
    private double otherProbability;

    void read(String field, JsonParser in) throws IOException {
      switch (field) {
        case "id" -> id = text(field, in);
        case "model" -> model = text(field, in);
        case "version" -> version = in.getIntValue();
        case "label" -> label = text(field, in);
        case "posterior" -> posterior = numbers(field, in);
        case "logEvidence" -> logEvidence = OptionalDouble.of(in.getDoubleValue());
        case "contributions" -> contributions = numbers(field, in);
        case "hypotheses" -> hypotheses = numbers(field, in);
        case "examples" -> examples = in.getLongValue();
        case "learnedTo" -> object(field, in, name -> learnedTo.put(name, in.getLongValue()));
        case "flags" -> flags(in);
        case "otherProbability" -> otherProbability = in.getDoubleValue();
        case "time" -> time = in.getLongValue();
        default -> in.skipChildren();
      }
    }

    private static String text(String field, JsonParser in) throws IOException {
      require(in.currentToken() == JsonToken.VALUE_STRING, field + " is not a string");
      return in.getText();
    }

    private static SortedMap<String, Double> numbers(String field, JsonParser in)
        throws IOException {
      SortedMap<String, Double> values = new TreeMap<>();
      object(field, in, name -> values.put(name, in.getDoubleValue()));
      return values;
    }

    private static void object(String field, JsonParser in, Item item) throws IOException {
      require(in.currentToken() == JsonToken.START_OBJECT, field + " is not an object");
      for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
        in.nextToken();
        item.read(name);
      }
    }

    private void flags(JsonParser in) throws IOException {
      require(in.currentToken() == JsonToken.START_ARRAY, "flags is not an array");
      while (in.nextToken() != JsonToken.END_ARRAY) {
        flags.add(text("a flag", in));
      }
    }

    private static void require(boolean condition, String fault) {
      if (!condition) {
        throw new BadRecordException(INVALID, "the prediction is not valid: " + fault);
      }
    }

    Prediction toPrediction() {
      require(id != null, "it has no id");
      require(model != null, "it has no model");
      require(posterior != null, "it has no posterior");
      return new Prediction(
          id,
          model,
          version,
          Optional.ofNullable(label),
          posterior,
          logEvidence,
          contributions,
          hypotheses,
          examples,
          learnedTo,
          flags,
          time,
          otherProbability);
    }
  }
}
