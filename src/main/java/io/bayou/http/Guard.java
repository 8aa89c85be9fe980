package io.bayou.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bayou.config.HttpConfig;
import io.bayou.config.Secret;
import io.bayou.http.access.RateLimit;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
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

  private static final String METRICS = "/metrics";
  private static final Set<String> PROBES = Set.of("/health", "/ready", METRICS);

  private final Set<String> hosts = new TreeSet<>(Set.of("localhost"));
  private final RateLimit limit;
  private final boolean readingNeedsToken;
  private final Optional<byte[]> token;
  private final Optional<byte[]> readToken;
  private final Supplier<OptionalInt> metricsPort;

  /**
   * @param metricsPort the port of metrics and probes alone, if there is one
   */
  Guard(HttpConfig config, Supplier<OptionalInt> metricsPort) {
    this.metricsPort = metricsPort;
    hosts.add(config.host().toLowerCase(Locale.ROOT));
    config.allowedHosts().forEach(name -> hosts.add(name.toLowerCase(Locale.ROOT)));
    limit = new RateLimit(config.maxRequestsPerSecond(), System.nanoTime());
    readingNeedsToken = config.readingNeedsToken();
    token = config.access().token().map(Guard::header);
    readToken = config.access().readToken().map(Guard::header);
  }

  private static byte[] header(Secret token) {
    return ("Bearer " + token.value()).getBytes(UTF_8);
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
    metricsPort.get().ifPresent(port -> checkPort(context, port));
    if (!PROBES.contains(context.path()) && !limit.tryAcquire(System.nanoTime())) {
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

  private static void checkPort(Context context, int metricsPort) {
    boolean asked = context.req().getLocalPort() == metricsPort;
    if (asked && !PROBES.contains(context.path())) {
      throw Problem.notFound(
          "http.metrics.port serves only /metrics, /health and /ready; use http.port");
    }
    if (!asked && context.path().equals(METRICS)) {
      throw Problem.notFound("the metrics are on http.metrics.port, " + metricsPort);
    }
  }

  /* A form of another site can send text, but JSON only after a CORS preflight, which we refuse. */
  private static void checkType(Context context) {
    String type = context.contentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(Api.JSON)) {
      throw new Problem(415, "send JSON with the header Content-Type: application/json");
    }
  }

  /**
   * Checks the token of a request.
   *
   * @throws Problem if one is required and not presented
   */
  void check(Context context, Api.Access access) {
    boolean free =
        switch (access) {
          case OPEN -> true;
          case READ -> !readingNeedsToken || isOnMetricsPort(context);
          case WRITE -> token.isEmpty();
        };
    byte[] given = Optional.ofNullable(context.header("Authorization")).orElse("").getBytes(UTF_8);
    if (free || matches(given, token)) {
      return;
    }
    boolean mayRead = matches(given, readToken);
    if (mayRead && access == Api.Access.WRITE) {
      throw new Problem(403, "this is http.read.token, which allows reading only; use http.token");
    }
    if (!mayRead) {
      context.header("WWW-Authenticate", "Bearer");
      throw new Problem(401, "send the header Authorization: Bearer with " + needed(access));
    }
  }

  private boolean isOnMetricsPort(Context context) {
    OptionalInt port = metricsPort.get();
    return port.isPresent() && context.req().getLocalPort() == port.getAsInt();
  }

  /* In constant time, so that its duration tells nothing about the token. */
  private static boolean matches(byte[] given, Optional<byte[]> expected) {
    return expected.isPresent() && MessageDigest.isEqual(given, expected.get());
  }

  private String needed(Api.Access access) {
    return access == Api.Access.WRITE || readToken.isEmpty()
        ? "http.token"
        : "http.read.token or http.token";
  }
}
