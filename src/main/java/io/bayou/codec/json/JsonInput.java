package io.bayou.codec.json;

import static io.bayou.codec.BadRecordException.Reason.MALFORMED;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.bayou.codec.BadRecordException;
import io.bayou.codec.Utf8;
import java.util.regex.Pattern;

/** The common part of all readers of JSON. */
public final class JsonInput {
  /* Jackson tells how to lift its limits: advice for us, not for a sender. */
  private static final Pattern ADVICE = Pattern.compile("(: enable|, from) `[^`]*`( to allow)?");

  private JsonInput() {}

  /**
   * Checks that the bytes, the first of which is an ASCII character, are UTF-8: Jackson reads
   * UTF-16 and UTF-32 as well, and does not notice every fault.
   *
   * @param what the record in messages, such as "the event"
   */
  public static void check(String what, byte[] bytes) {
    if (bytes.length > 1 && bytes[1] == 0) {
      throw new BadRecordException(MALFORMED, what + " is not UTF-8 but UTF-16 or UTF-32");
    }
    Utf8.check(bytes);
  }

  /** The error, and its position. */
  public static String messageOf(JsonProcessingException e) {
    String message = ADVICE.matcher(e.getOriginalMessage()).replaceAll("");
    String hint = message.startsWith("Non-standard token") ? "; send null for a missing value" : "";
    JsonLocation location = e.getLocation();
    return message + hint + (location == null ? "" : ", at byte " + location.getByteOffset());
  }
}
