package io.bayou.codec.jsonio;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;
import static io.bayou.codec.BadRecordException.Reason.TOO_LARGE;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import java.io.IOException;

/** Reads JSON objects from bytes, for the readers of events and predictions. */
public final class JsonInput {
  private JsonInput() {}

  /** Reads a field, whose value is the next token. */
  public interface FieldReader {
    void read(String field, JsonParser in) throws IOException;
  }

  /**
   * Reads a JSON object.
   *
   * @param what the record in messages, such as "the event"
   * @throws BadRecordException if the bytes are not one JSON object
   */
  public static void read(String what, byte[] bytes, JsonFactory factory, FieldReader fields) {
    read(what, bytes, 0, factory, fields);
  }

  /**
   * As {@link #read(String, byte[], JsonFactory, FieldReader)}, of bytes in which the object begins
   * later.
   */
  public static void read(
      String what, byte[] bytes, int from, JsonFactory factory, FieldReader fields) {
    checkEncoding(what, bytes, from);
    try (JsonParser in = factory.createParser(bytes, from, bytes.length - from)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new BadRecordException(MALFORMED, what + " is not a JSON object");
      }
      for (String field = in.nextFieldName(); field != null; field = in.nextFieldName()) {
        fields.read(field, in);
      }
      if (in.nextToken() != null) {
        throw new BadRecordException(MALFORMED, what + " continues after its closing brace");
      }
    } catch (StreamConstraintsException e) {
      throw new BadRecordException(TOO_LARGE, what + " is too large: " + messageOf(e), e);
    } catch (JsonProcessingException e) {
      throw new BadRecordException(MALFORMED, what + " is not JSON: " + messageOf(e));
    } catch (IOException e) { // the source is memory: it is the content
      throw new BadRecordException(MALFORMED, what + " is not JSON: " + e.getMessage());
    }
  }

  /* Jackson also reads UTF-16 and UTF-32, and does not notice every fault in UTF-8. */
  private static void checkEncoding(String what, byte[] bytes, int from) {
    if (bytes.length > from + 1 && bytes[from + 1] == 0) {
      throw new BadRecordException(MALFORMED, what + " is not UTF-8 but UTF-16 or UTF-32");
    }
    Utf8.check(bytes, from, bytes.length);
  }

  /* The error and its position. */
  private static String messageOf(JsonProcessingException e) {
    String message = JsonErrors.messageOf(e);
    String hint = message.startsWith("Non-standard token") ? "; send null for a missing value" : "";
    JsonLocation location = e.getLocation();
    return message + hint + (location == null ? "" : ", at byte " + location.getByteOffset());
  }
}
