package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.HttpConfig;
import io.bayou.config.Secret;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks every request: its host name, its rate, its content type and its token. */
final class Guard {
  /* Scripts, styles, images and data of our own only; nobody may frame the page. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
          + "connect-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; "
          + "base-uri 'none'";

  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]{2,45}]");

  private final Set<String> hosts = new TreeSet<>(Set.of("localhost"));
  private final RateLimit limit;
  private final Optional<byte[]> token;

  Guard(HttpConfig config) {
    hosts.add(config.host().toLowerCase(Locale.ROOT));
    config.allowedHosts().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
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
   * Checks a request.
   *
   * @throws Problem if it is not allowed
   */
  void check(Context context) {
    addHeaders(context);
    if (!isAllowed(context.header("Host"))) {
      throw new Problem(
          403, "this host name is not allowed; use localhost, or add it to http.allowed.hosts");
    }
    if (!isProbe(context.path()) && !limit.tryAcquire(System.nanoTime())) {
      context.header("Retry-After", "1");
      throw new Problem(429, "more requests than http.max.requests.per.second; wait");
    }
    if (context.method().equals(HandlerType.POST)) {
      checkType(context);
    }
  }

  /* A foreign page can point its own name at this machine and so bypass the browser's rules (DNS
   * rebinding). It cannot do so with localhost or with an address. */
  private boolean isAllowed(String header) {
    if (header == null) {
      return false;
    }
    String host = header.replaceFirst(":\\d{0,5}$", "").toLowerCase(Locale.ROOT);
    return hosts.contains(host) || ADDRESS.matcher(host).matches();
  }

  private static boolean isProbe(String path) {
    return path.equals("/health") || path.equals("/ready") || path.equals("/metrics");
  }

  /* A form of another site can send text, but JSON only after a CORS preflight, which we refuse. */
  private static void checkType(Context context) {
    String type = context.contentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(Api.JSON)) {
      throw new Problem(415, "send JSON with the header Content-Type: application/json");
    }
  }

  /**
   * Checks a request that changes something.
   *
   * @throws Problem if a token is required and not presented
   */
  void checkWrite(Context context) {
    if (token.isEmpty()) {
      return;
    }
    String given = context.header("Authorization");
    if (given == null || !MessageDigest.isEqual(given.getBytes(UTF_8), token.get())) {
      context.header("WWW-Authenticate", "Bearer");
      throw new Problem(401, "send the header Authorization: Bearer with http.token");
    }
  }
}
