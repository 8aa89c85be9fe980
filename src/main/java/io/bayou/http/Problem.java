package io.bayou.http;

import io.bayou.codec.BadRecordException;
import io.bayou.codec.json.JsonObject;
import java.util.function.Consumer;

/** A request that cannot be served, as RFC 9457 has it: a status, a title, and what to do. */
final class Problem extends RuntimeException {
  static final String TYPE = "application/problem+json";

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String title;
  private final int retryAfterSeconds;
  private final transient Consumer<JsonObject> more;

  private Problem(int status, String title, String detail) {
    this(status, title, detail, 0, json -> {});
  }

  private Problem(
      int status, String title, String detail, int retryAfterSeconds, Consumer<JsonObject> more) {
    super(detail, null, false, false); // a bad request must not cost a stack trace
    this.status = status;
    this.title = title;
    this.retryAfterSeconds = retryAfterSeconds;
    this.more = more;
  }

  static Problem badRequest(String detail) {
    return new Problem(400, "Bad request", detail);
  }

  static Problem unauthorized(String detail) {
    return new Problem(401, "Unauthorized", detail);
  }

  static Problem forbidden(String detail) {
    return new Problem(403, "Forbidden", detail);
  }

  static Problem notFound(String detail) {
    return new Problem(404, "Not found", detail);
  }

  static Problem tooLarge(String detail) {
    return new Problem(413, "Content too large", detail);
  }

  static Problem unsupportedType(String detail) {
    return new Problem(415, "Unsupported media type", detail);
  }

  static Problem tooManyRequests(String detail) {
    return new Problem(429, "Too many requests", detail);
  }

  static Problem unavailable(String detail) {
    return new Problem(503, "Service unavailable", detail);
  }

  /**
   * A request that may succeed later.
   *
   * @param more fields that say how far it got
   */
  static Problem unavailable(String detail, int retryAfterSeconds, Consumer<JsonObject> more) {
    return new Problem(503, "Service unavailable", detail, retryAfterSeconds, more);
  }

  /** Any other status, by its usual title. */
  static Problem of(int status, String title, String detail) {
    return new Problem(status, title, detail);
  }

  /**
   * What is wrong with an event.
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
              .text("title", title)
              .number("status", status)
              .text("detail", getMessage());
          more.accept(json);
        });
  }
}
