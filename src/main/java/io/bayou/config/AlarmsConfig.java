package io.bayou.config;

import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigException;

/**
 * Who is told of alarms, besides the topic.
 *
 * @param webhook empty: nobody
 */
public record AlarmsConfig(Optional<Webhook> webhook) {
  /**
   * An address that alarms are sent to.
   *
   * @param header what the receiver knows us by; empty: nothing
   * @param timeout of one attempt
   * @param attempts how often one alarm is tried
   */
  public record Webhook(URI url, Optional<Header> header, Duration timeout, int attempts) {}

  /** A header of a request. */
  public record Header(String name, Secret value) {}

  private static final Set<String> OWN_HEADERS =
      Set.of("connection", "content-length", "content-type", "expect", "host", "upgrade");

  private static final String URL = "alarms.webhook.url";
  private static final String HEADER = "alarms.webhook.header";
  private static final String TIMEOUT = "alarms.webhook.timeout.ms";
  private static final String ATTEMPTS = "alarms.webhook.attempts";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(
              URL,
              "URL that each alarm is posted to, as JSON. Not shown: it may hold a secret. Empty:"
                  + " none.")
          .is(PASSWORD, "")
          .setting(
              HEADER,
              "Header that the receiver knows Bayou by, such as `Authorization: Bearer TOKEN`.")
          .is(PASSWORD, "")
          .setting(TIMEOUT, "How long to wait for an answer of the webhook, in milliseconds.")
          .is(INT, 5_000, Range.atLeast(1))
          .setting(
              ATTEMPTS,
              "How often an alarm is posted until the webhook takes it. Pauses grow from a second"
                  + " to a minute.")
          .is(INT, 5, Range.between(1, 100))
          .define();

  static AlarmsConfig from(AbstractConfig values) {
    String url = values.getPassword(URL).value().strip();
    Optional<Header> header = header(values.getPassword(HEADER).value().strip());
    if (url.isEmpty()) {
      return new AlarmsConfig(Optional.empty());
    }
    Duration timeout = Duration.ofMillis(values.getInt(TIMEOUT));
    return new AlarmsConfig(
        Optional.of(new Webhook(uri(url), header, timeout, values.getInt(ATTEMPTS))));
  }

  /* The messages do not repeat what may be a secret. */
  private static URI uri(String url) {
    try {
      URI uri = new URI(url);
      if (url.matches("https?://[^@\\s/?#]+([/?][^@\\s#]*)?") && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new ConfigException(URL + " is not a URL: " + e.getReason());
    }
    throw new ConfigException(
        URL + " must be http://host:port/path or https://..., without user and password");
  }

  private static Optional<Header> header(String line) {
    if (line.isEmpty()) {
      return Optional.empty();
    }
    if (!line.matches("[A-Za-z0-9-]{1,100}:[ \\t]*[\\x20-\\x7e]+")) {
      throw new ConfigException(HEADER + " must be a header, such as Authorization: Bearer TOKEN");
    }
    int colon = line.indexOf(':');
    String name = line.substring(0, colon);
    if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new ConfigException(HEADER + " must not be " + name + ", which HTTP sets itself");
    }
    return Optional.of(new Header(name, new Secret(line.substring(colon + 1).strip())));
  }
}
