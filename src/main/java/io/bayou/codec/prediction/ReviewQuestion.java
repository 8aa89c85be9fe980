package io.bayou.codec.prediction;

import static io.bayou.codec.BadRecordException.Reason.INVALID;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonInput;
import io.bayou.codec.jsonio.JsonObject;
import io.bayou.model.Answer;
import io.bayou.model.ReviewReason;
import java.io.IOException;

/**
 * An event that a person is asked about, as it stands in the reviews topic: JSON, because it is for
 * people's tools as well.
 *
 * @param id of the event
 * @param model that answered it
 * @param reason why it is asked about; perhaps one that this build does not know
 * @param event as JSON, in Bayou's own shape and without a label
 * @param prediction as JSON, as in the predictions topic
 */
public record ReviewQuestion(
    String id, String model, String reason, String event, String prediction) {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  /** The key under which it stands in the topic. */
  public static String key(String model, String id) {
    return model + "/" + id;
  }

  /**
   * Encodes a question.
   *
   * @param event as JSON
   */
  public static byte[] encode(ReviewReason reason, Answer answer, byte[] event) {
    return JsonObject.bytes(
        json ->
            json.text("id", answer.id())
                .text("model", answer.model())
                .text("reason", reason.name())
                .raw("event", new String(event, UTF_8))
                .object("prediction", fields -> PredictionJson.write(fields, answer)));
  }

  /**
   * Reads a question; fields of a later version are skipped.
   *
   * @throws BadRecordException if it is none
   */
  public static ReviewQuestion decode(byte[] bytes) {
    Reader reader = new Reader(bytes);
    JsonInput.read("the question", bytes, FACTORY, reader);
    return new ReviewQuestion(
        required("id", reader.id),
        required("model", reader.model),
        required("reason", reader.reason),
        required("event", reader.event),
        required("prediction", reader.prediction));
  }

  private static String required(String field, String value) {
    if (value == null) {
      throw new BadRecordException(INVALID, "the question has no " + field);
    }
    return value;
  }

  private static final class Reader implements JsonInput.FieldReader {
    private final byte[] bytes;
    private String id;
    private String model;
    private String reason;
    private String event;
    private String prediction;

    private Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public void read(String field, JsonParser in) throws IOException {
      in.nextToken();
      switch (field) {
        case "id" -> id = in.getText();
        case "model" -> model = in.getText();
        case "reason" -> reason = in.getText();
        case "event" -> event = object(in);
        case "prediction" -> prediction = object(in);
        default -> in.skipChildren();
      }
    }

    private String object(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        return null;
      }
      int from = (int) in.currentTokenLocation().getByteOffset();
      in.skipChildren();
      return new String(bytes, from, (int) in.currentLocation().getByteOffset() - from, UTF_8);
    }
  }
}
