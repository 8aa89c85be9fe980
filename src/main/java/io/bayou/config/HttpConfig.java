package io.bayou.config;

import static io.bayou.config.SettingGroup.matching;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where the HTTP server listens, what it takes and who may use it.
 *
 * @param enabled whether there is an HTTP server
 * @param port 0 for any free port
 * @param allowedHosts host names that clients may use, besides localhost, host and IP addresses
 * @param maxBodyBytes max size of a request body
 * @param maxRequestsPerSecond over all clients
 * @param advertisedAddress by which other instances reach this one, as host:port
 * @param access always with a token if other machines can connect
 */
public record HttpConfig(
    boolean enabled,
    String host,
    int port,
    List<String> allowedHosts,
    int maxBodyBytes,
    int maxRequestsPerSecond,
    String advertisedAddress,
    HttpAccess access) {
  private static final String ENABLED = "http.enabled";
  private static final String HOST = "http.host";
  private static final String PORT = "http.port";
  private static final String ALLOWED_HOSTS = "http.allowed.hosts";
  private static final String MAX_BODY_BYTES = "http.max.body.bytes";
  private static final String MAX_REQUESTS_PER_SECOND = "http.max.requests.per.second";

  private static final String ADVERTISED_ADDRESS = "http.advertised.address";

  static final ConfigDef DEFINITION = definition();

  private static ConfigDef definition() {
    SettingGroup group =
        new SettingGroup()
            .setting(ENABLED, "Whether a running instance serves HTTP.")
            .is(BOOLEAN, true)
            .setting(
                HOST,
                "Address of the HTTP server. Any address except loopback requires http.token.")
            .is(STRING, "127.0.0.1", new ConfigDef.NonEmptyString())
            .setting(PORT, "Port of the HTTP server; 0 picks a free one.")
            .is(INT, 8080, Range.between(0, 65_535));
    HttpAccess.define(group);
    return group
        .setting(
            ALLOWED_HOSTS,
            "Host names that HTTP clients may use, besides localhost, http.host and IP addresses."
                + " Requests for other names are rejected.")
        .is(LIST, List.of())
        .setting(
            MAX_BODY_BYTES, "Max size of an HTTP request body, in bytes. Larger ones are rejected.")
        .is(INT, 1_048_576, Range.atLeast(1))
        .setting(
            MAX_REQUESTS_PER_SECOND,
            "Max number of HTTP requests per second, over all clients. Further ones get a 429"
                + " with Retry-After. Health, readiness and metrics do not count.")
        .is(INT, 10_000, Range.atLeast(1))
        .setting(
            ADVERTISED_ADDRESS,
            "Address by which other instances reach this one, as HOST:PORT: they ask it for the"
                + " models of its keys. Empty: http.host and http.port. Its host must be in"
                + " http.allowed.hosts of this instance unless it is an IP address.")
        .is(STRING, "", matching("(\\S+:\\d{1,5})?", "HOST:PORT", "HOST:PORT"))
        .define();
  }

  /** Rejects a server that other machines can reach without a token. */
  public HttpConfig {
    allowedHosts = List.copyOf(allowedHosts);
    if (enabled && access.token().isEmpty() && !isLoopback(host)) {
      throw new ConfigException(
          "http.host is '%s', which others can reach; set http.token, or listen on 127.0.0.1"
              .formatted(host));
    }
  }

  static HttpConfig from(AbstractConfig values) {
    String host = values.getString(HOST);
    return new HttpConfig(
        values.getBoolean(ENABLED),
        host,
        values.getInt(PORT),
        values.getList(ALLOWED_HOSTS),
        values.getInt(MAX_BODY_BYTES),
        values.getInt(MAX_REQUESTS_PER_SECOND),
        advertised(values.getString(ADVERTISED_ADDRESS), host, values.getInt(PORT)),
        HttpAccess.from(values, host));
  }

  private static String advertised(String given, String host, int port) {
    boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
    return given.isEmpty() ? (bare ? "[" + host + "]" : host) + ":" + port : given;
  }

  /** The same on another port. */
  public HttpConfig withPort(int other) {
    return new HttpConfig(
        enabled,
        host,
        other,
        allowedHosts,
        maxBodyBytes,
        maxRequestsPerSecond,
        advertisedAddress,
        access);
  }

  /** Whether clients must show a token even to read. */
  public boolean readingNeedsToken() {
    return access.readToken().isPresent() || !isLoopback(host);
  }

  /* By name, without DNS, whose answer may change after this check. */
  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("::1")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }
}
