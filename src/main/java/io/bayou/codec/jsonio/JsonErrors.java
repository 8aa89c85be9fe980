package io.bayou.codec.jsonio;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** What Jackson says about bad JSON, for the one who sent it. */
public final class JsonErrors {
  /* Jackson says how to raise its limits, which does not help a sender. */
  private static final Pattern ADVICE = Pattern.compile("(: enable|, from) `[^`]*`( to allow)?");

  /* Where something began, after a source that Jackson does not show. */
  private static final Pattern PLACE =
      Pattern.compile("\\[Source: [^;\\]]*; line: (\\d+), column: (\\d+)\\]");

  private JsonErrors() {}

  /** The error in one line. */
  public static String messageOf(JsonProcessingException e) {
    String message = ADVICE.matcher(e.getOriginalMessage()).replaceAll("");
    message = PLACE.matcher(message).replaceAll("line $1, column $2");
    return message.lines().findFirst().orElse("cut off");
  }
}
