package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.HttpConfig;
import io.bayou.config.Secret;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;

/** Stands before every request: who asks, by which name, how often, and for what. */
final class Guard {
  /* Scripts, styles and pictures of our own, data from here, and nobody may frame the page. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; "
          + "base-uri 'none'";

  private final AllowedHosts hosts;
  private final RateLimit limit;
  private final Optional<byte[]> token;

  Guard(HttpConfig config) {
    hosts = new AllowedHosts(config);
    limit = new RateLimit(config.maxRequestsPerSecond(), System.nanoTime());
    token = config.token().map(Secret::value).map(value -> ("Bearer " + value).getBytes(UTF_8));
  }

  /** The headers of every response, errors included. */
  static void addHeaders(Context context) {
    context.header("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Referrer-Policy", "no-referrer");
    context.header("Cross-Origin-Resource-Policy", "same-origin");
    context.header("Cross-Origin-Opener-Policy", "same-origin");
    context.header("Cache-Control", "no-store");
  }

  /**
   * Lets a request pass.
   *
   * @throws Problem if it may not
   */
  void check(Context context) {
    addHeaders(context);
    if (!hosts.allows(context.header("Host"))) {
      throw Problem.forbidden(
          "this server is not called by that name; use localhost, or add it to"
              + " http.allowed.hosts");
    }
    if (!isProbe(context.path()) && !limit.tryAcquire(System.nanoTime())) {
      context.header("Retry-After", "1");
      throw Problem.tooManyRequests("more requests than http.max.requests.per.second; wait");
    }
    if (context.method().equals(HandlerType.POST)) {
      checkType(context);
    }
  }

  private static boolean isProbe(String path) {
    return path.equals("/health") || path.equals("/ready") || path.equals("/metrics");
  }

  /* A form of another site can send text, but JSON only after asking us, and we say no. */
  private static void checkType(Context context) {
    String type = context.contentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(Api.JSON)) {
      throw Problem.unsupportedType("send JSON with the header Content-Type: application/json");
    }
  }

  /**
   * Lets a request pass that changes something.
   *
   * @throws Problem if a token is asked for and not presented
   */
  void checkWrite(Context context) {
    if (token.isEmpty()) {
      return;
    }
    String given = context.header("Authorization");
    if (given == null || !MessageDigest.isEqual(given.getBytes(UTF_8), token.get())) {
      context.header("WWW-Authenticate", "Bearer");
      throw Problem.unauthorized("send the header Authorization: Bearer with http.token");
    }
  }
}
