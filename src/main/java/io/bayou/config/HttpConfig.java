package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Where the HTTP server listens and who may use it.
 *
 * @param port 0 for any free port
 * @param token what a client must present; always there when others than this machine can connect
 */
public record HttpConfig(String host, int port, Optional<Secret> token) {
  private static final String HOST = "http.host";
  private static final String PORT = "http.port";
  private static final String TOKEN = "http.token";

  static final ConfigDef DEFINITION =
      new ConfigDef()
          .define(
              HOST,
              STRING,
              "127.0.0.1",
              new ConfigDef.NonEmptyString(),
              MEDIUM,
              "Address of the HTTP server. Any but a loopback address needs http.token.")
          .define(
              PORT,
              INT,
              8080,
              Range.between(0, 65_535),
              HIGH,
              "Port of the HTTP server; 0 takes any free one.")
          .define(
              TOKEN,
              PASSWORD,
              "",
              MEDIUM,
              "Bearer token that HTTP clients must present. Empty: none is asked for.");

  /** Refuses to serve the network without a token. */
  public HttpConfig {
    if (token.isEmpty() && !isLoopback(host)) {
      throw new ConfigException(
          "http.host is '"
              + host
              + "', which others can reach; set http.token, or listen on 127.0.0.1");
    }
  }

  static HttpConfig from(AbstractConfig values) {
    return new HttpConfig(
        values.getString(HOST),
        values.getInt(PORT),
        Optional.of(values.getPassword(TOKEN).value())
            .filter(token -> !token.isBlank())
            .map(Secret::new));
  }

  /* By name, not by look-up: what a resolver says may change after it was checked. */
  private static boolean isLoopback(String host) {
    return host.equals("localhost")
        || host.equals("::1")
        || host.equals("[::1]")
        || host.matches("127(\\.\\d{1,3}){3}");
  }
}
