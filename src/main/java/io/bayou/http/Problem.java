package io.bayou.http;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.jsonio.JsonObject;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;

/** A request that cannot be served, as in RFC 9457: a status, its title, and what to do. */
final class Problem extends RuntimeException {
  static final String TYPE = "application/problem+json";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final int retryAfterSeconds;
  private final transient Consumer<JsonObject> more;

  Problem(int status, String detail) {
    this(status, detail, 0, json -> {});
  }

  /**
   * A request that may succeed later.
   *
   * @param more fields that say how far it got
   */
  Problem(int status, String detail, int retryAfterSeconds, Consumer<JsonObject> more) {
    super(detail, null, false, false); // no stack trace: bad requests must be cheap
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.more = more;
  }

  static Problem badRequest(String detail) {
    return new Problem(HttpStatus.BAD_REQUEST_400, detail);
  }

  static Problem notFound(String detail) {
    return new Problem(HttpStatus.NOT_FOUND_404, detail);
  }

  static Problem tooLarge(String detail) {
    return new Problem(HttpStatus.PAYLOAD_TOO_LARGE_413, detail);
  }

  static Problem unavailable(String detail) {
    return new Problem(HttpStatus.SERVICE_UNAVAILABLE_503, detail);
  }

  /**
   * The problem with an event.
   *
   * @param where which event it is, such as "event 3: ", or nothing
   */
  static Problem of(BadRecordException bad, String where) {
    String detail = where + bad.getMessage();
    return switch (bad.reason()) {
      case TOO_LARGE -> tooLarge(detail);
      case UNKNOWN_MODEL -> notFound(detail);
      default -> badRequest(detail);
    };
  }

  int status() {
    return status;
  }

  /** When to retry; 0 if unknown. */
  int retryAfterSeconds() {
    return retryAfterSeconds;
  }

  byte[] json() {
    return JsonObject.bytes(
        json -> {
          json.text("type", "about:blank")
              .text("title", HttpStatus.getMessage(status))
              .number("status", status)
              .text("detail", getMessage());
          more.accept(json);
        });
  }
}
