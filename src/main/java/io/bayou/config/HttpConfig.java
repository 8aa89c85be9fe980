package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where the HTTP server listens and who may use it.
 *
 * @param enabled whether there is one at all
 * @param port 0 for any free port
 * @param token what a client that writes must present; always there when others than this machine
 *     can connect
 * @param allowedHosts names by which clients may call it, besides localhost, its own address and
 *     plain addresses
 * @param maxBodyBytes size of the largest request body
 * @param maxRequestsPerSecond how many requests are served in a second, over all clients
 */
public record HttpConfig(
    boolean enabled,
    String host,
    int port,
    Optional<Secret> token,
    List<String> allowedHosts,
    int maxBodyBytes,
    int maxRequestsPerSecond) {
  private static final String ENABLED = "http.enabled";
  private static final String HOST = "http.host";
  private static final String PORT = "http.port";
  private static final String TOKEN = "http.token";
  private static final String ALLOWED_HOSTS = "http.allowed.hosts";
  private static final String MAX_BODY_BYTES = "http.max.body.bytes";
  private static final String MAX_REQUESTS_PER_SECOND = "http.max.requests.per.second";

  static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(ENABLED, BOOLEAN, true, MEDIUM, "Whether a running instance serves HTTP.")
          .define(
              HOST,
              STRING,
              "127.0.0.1",
              new ConfigDef.NonEmptyString(),
              MEDIUM,
              "Address of the HTTP server. Any address except loopback requires http.token.")
          .define(
              PORT,
              INT,
              8080,
              Range.between(0, 65_535),
              HIGH,
              "Port of the HTTP server; 0 picks a free one.")
          .define(
              TOKEN,
              PASSWORD,
              "",
              MEDIUM,
              "Bearer token required for HTTP requests that change something. Empty: not required.")
          .define(
              ALLOWED_HOSTS,
              LIST,
              List.of(),
              LOW,
              "Host names that HTTP clients may use, besides localhost, http.host and IP addresses."
                  + " Requests for other names are rejected.")
          .define(
              MAX_BODY_BYTES,
              INT,
              1_048_576,
              Range.atLeast(1),
              LOW,
              "Max size of an HTTP request body, in bytes. Larger ones are rejected.")
          .define(
              MAX_REQUESTS_PER_SECOND,
              INT,
              10_000,
              Range.atLeast(1),
              LOW,
              "Max number of HTTP requests per second, over all clients. Further ones get a 429"
                  + " with Retry-After. Health, readiness and metrics do not count.");

  /** Refuses to serve the network without a token. */
  public HttpConfig {
    allowedHosts = List.copyOf(allowedHosts);
    if (enabled && token.isEmpty() && !isLoopback(host)) {
      throw new ConfigException(
          "http.host is '"
              + host
              + "', which others can reach; set http.token, or listen on 127.0.0.1");
    }
  }

  static HttpConfig from(AbstractConfig values) {
    return new HttpConfig(
        values.getBoolean(ENABLED),
        values.getString(HOST),
        values.getInt(PORT),
        Optional.of(values.getPassword(TOKEN).value())
            .filter(token -> !token.isBlank())
            .map(Secret::new),
        values.getList(ALLOWED_HOSTS),
        values.getInt(MAX_BODY_BYTES),
        values.getInt(MAX_REQUESTS_PER_SECOND));
  }

  /** The same on another port. */
  public HttpConfig withPort(int other) {
    return new HttpConfig(
        enabled, host, other, token, allowedHosts, maxBodyBytes, maxRequestsPerSecond);
  }

  /* By name, not by look-up: what a resolver says may change after it was checked. */
  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("::1")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }
}
