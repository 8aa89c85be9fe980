package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * What HTTP clients must show, and what they may see.
 *
 * @param token allows everything
 * @param readToken allows reading only
 * @param metrics where metrics and probes are served without a token, if not with the rest
 * @param tls absent for plain HTTP
 * @param mask names of features whose values are not shown; '*' stands for any characters
 */
public record HttpAccess(
    Optional<Secret> token,
    Optional<Secret> readToken,
    Optional<MetricsAddress> metrics,
    Optional<TlsFiles> tls,
    List<String> mask) {
  /** Another address of the server; port 0 is any free one. */
  public record MetricsAddress(String host, int port) {}

  /** Everybody may do everything. */
  public static final HttpAccess OPEN =
      new HttpAccess(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

  private static final String TOKEN = "http.token";
  private static final String READ_TOKEN = "http.read.token";
  private static final String METRICS_HOST = "http.metrics.host";
  private static final String METRICS_PORT = "http.metrics.port";
  private static final String TLS_CERTIFICATE = "http.tls.certificate";
  private static final String TLS_KEY = "http.tls.key";
  private static final String MASK = "http.mask";
  private static final int NO_PORT = -1;

  static void define(SettingGroup group) {
    group
        .setting(
            TOKEN,
            "Bearer token required for HTTP requests that change something. It also allows"
                + " reading. Empty: not required.")
        .is(PASSWORD, "")
        .setting(
            READ_TOKEN,
            "Bearer token for HTTP requests that only read. Empty: reading needs http.token on any"
                + " address except loopback, and nothing on loopback.")
        .is(PASSWORD, "")
        .setting(
            METRICS_PORT,
            "Port for /metrics, /health and /ready alone, without token and TLS; 0 picks a free"
                + " one. -1: they are served on http.port.")
        .is(INT, NO_PORT, Range.between(NO_PORT, 65_535))
        .setting(METRICS_HOST, "Address of http.metrics.port. Empty: http.host.")
        .is(STRING, "")
        .setting(
            TLS_CERTIFICATE,
            "PEM file with the certificate of the HTTP server and its chain. With http.tls.key, the"
                + " server speaks HTTPS only. A renewed file is read within a minute.")
        .is(STRING, "")
        .setting(TLS_KEY, "PEM file with the private key of http.tls.certificate (PKCS #8).")
        .is(STRING, "")
        .setting(
            MASK,
            "Names of features whose values are not shown over HTTP; * stands for any characters."
                + " They are learned all the same; input.drop in a spec leaves fields out.")
        .is(LIST, List.of());
  }

  public HttpAccess {
    mask = List.copyOf(mask);
  }

  static HttpAccess from(AbstractConfig values, String host) {
    return new HttpAccess(
        secret(values, TOKEN),
        secret(values, READ_TOKEN),
        metrics(values, host),
        tls(values.getString(TLS_CERTIFICATE), values.getString(TLS_KEY)),
        values.getList(MASK));
  }

  private static Optional<Secret> secret(AbstractConfig values, String name) {
    return Optional.of(values.getPassword(name).value())
        .filter(token -> !token.isBlank())
        .map(Secret::new);
  }

  private static Optional<MetricsAddress> metrics(AbstractConfig values, String host) {
    int port = values.getInt(METRICS_PORT);
    String own = values.getString(METRICS_HOST);
    if (port == NO_PORT) {
      if (!own.isEmpty()) {
        throw new ConfigException(METRICS_HOST + " needs " + METRICS_PORT + ", which is -1");
      }
      return Optional.empty();
    }
    return Optional.of(new MetricsAddress(own.isEmpty() ? host : own, port));
  }

  private static Optional<TlsFiles> tls(String certificate, String key) {
    if (certificate.isEmpty() != key.isEmpty()) {
      throw new ConfigException(
          "TLS needs both " + TLS_CERTIFICATE + " and " + TLS_KEY + "; only one of them is set");
    }
    return certificate.isEmpty()
        ? Optional.empty()
        : Optional.of(new TlsFiles(Path.of(certificate), Path.of(key)));
  }
}
