package io.bayou.codec;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.bayou.model.Prediction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.message.BinaryMessageDecoder;

/** Reads predictions of either format; safe for one thread. */
public final class PredictionDecoder {
  private final JsonFactory json = new JsonFactory();
  private final BinaryMessageDecoder<io.bayou.avro.Prediction> avro =
      io.bayou.avro.Prediction.getDecoder();

  /**
   * @throws BadRecordException if the bytes are not a prediction
   */
  public Prediction decode(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      throw new BadRecordException(MALFORMED, "the prediction is empty");
    }
    try {
      return bytes[0] == '{' ? fromJson(bytes) : fromAvro(bytes);
    } catch (IOException | AvroRuntimeException | IndexOutOfBoundsException e) {
      throw new BadRecordException(MALFORMED, "not a prediction: " + e.getMessage(), e);
    }
  }

  private Prediction fromAvro(byte[] bytes) throws IOException {
    io.bayou.avro.Prediction in = avro.decode(bytes);
    return new Prediction(
        in.getId(),
        in.getModel(),
        in.getVersion(),
        Optional.ofNullable(in.getLabel()),
        new TreeMap<>(in.getPosterior()),
        in.getLogEvidence() == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(in.getLogEvidence()),
        new TreeMap<>(in.getContributions()),
        new TreeMap<>(in.getHypotheses()),
        in.getExamples(),
        new TreeMap<>(in.getLearnedTo()),
        in.getFlags(),
        in.getTime().toEpochMilli());
  }

  private Prediction fromJson(byte[] bytes) throws IOException {
    Parts parts = new Parts();
    try (JsonParser in = json.createParser(bytes)) {
      in.nextToken();
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        in.nextToken();
        parts.read(field, in);
      }
      if (in.currentToken() != JsonToken.END_OBJECT) {
        throw new BadRecordException(MALFORMED, "the prediction is cut off");
      }
    }
    return parts.build();
  }

  private static final class Parts {
    private String id = "";
    private String model = "";
    private int version = 1;
    private String label;
    private SortedMap<String, Double> posterior = new TreeMap<>();
    private OptionalDouble logEvidence = OptionalDouble.empty();
    private SortedMap<String, Double> contributions = new TreeMap<>();
    private SortedMap<String, Double> hypotheses = new TreeMap<>();
    private long examples;
    private final SortedMap<String, Long> learnedTo = new TreeMap<>();
    private final List<String> flags = new ArrayList<>();
    private long time;

    void read(String field, JsonParser in) throws IOException {
      if (in.currentToken() == JsonToken.VALUE_NULL) {
        return;
      }
      switch (field) {
        case "id" -> id = in.getText();
        case "model" -> model = in.getText();
        case "version" -> version = in.getIntValue();
        case "label" -> label = in.getText();
        case "posterior" -> posterior = numbers(in);
        case "logEvidence" -> logEvidence = OptionalDouble.of(in.getDoubleValue());
        case "contributions" -> contributions = numbers(in);
        case "hypotheses" -> hypotheses = numbers(in);
        case "examples" -> examples = in.getLongValue();
        case "learnedTo" -> numbers(in).forEach((k, v) -> learnedTo.put(k, v.longValue()));
        case "flags" -> flags(in);
        case "time" -> time = in.getLongValue();
        default -> in.skipChildren(); // a later version knows more
      }
    }

    private static SortedMap<String, Double> numbers(JsonParser in) throws IOException {
      SortedMap<String, Double> values = new TreeMap<>();
      for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
        in.nextToken();
        values.put(name, in.getDoubleValue());
      }
      return values;
    }

    private void flags(JsonParser in) throws IOException {
      while (in.nextToken() == JsonToken.VALUE_STRING) {
        flags.add(in.getText());
      }
    }

    Prediction build() {
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
          time);
    }
  }
}
