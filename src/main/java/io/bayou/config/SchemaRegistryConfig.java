package io.bayou.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.PASSWORD;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import io.bayou.codec.schema.RegistryOptions;
import io.bayou.codec.schema.RegistryOptions.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/** Where the schemas of Avro and Protobuf records are. */
final class SchemaRegistryConfig {
  private static final String URL = "schema.registry.url";
  private static final String TYPE = "schema.registry.type";
  private static final String NUMBERS = "schema.registry.apicurio.id";
  private static final String USER_INFO = "schema.registry.user.info";
  private static final String BEARER_TOKEN = "schema.registry.bearer.token";
  private static final String TRUST_STORE = "schema.registry.ssl.truststore.location";
  private static final String TRUST_STORE_PASSWORD = "schema.registry.ssl.truststore.password";
  private static final String KEY_STORE = "schema.registry.ssl.keystore.location";
  private static final String KEY_STORE_PASSWORD = "schema.registry.ssl.keystore.password";
  private static final String TIMEOUT = "schema.registry.timeout.ms";

  static final ConfigDef DEFINITION =
      new SettingGroup()
          .setting(
              URL,
              "URLs of the schema registry; the first one that answers is used. Empty: none, and"
                  + " records that name a schema are dead letters.")
          .is(LIST, List.of(), LambdaValidator.with(SchemaRegistryConfig::checkUrls, () -> "URL"))
          .setting(TYPE, "Whose API and record format: Confluent's, or Apicurio's own.")
          .is(STRING, "confluent", ValidString.in("confluent", "apicurio"))
          .setting(
              NUMBERS,
              "Which of Apicurio's ids records hold; auto: 8 bytes are a global id, 4 bytes a"
                  + " content id.")
          .is(STRING, "auto", ValidString.in("auto", "global", "content"))
          .setting(USER_INFO, "User and password for the registry, as user:password.")
          .is(PASSWORD, "")
          .setting(BEARER_TOKEN, "Bearer token for the registry.")
          .is(PASSWORD, "")
          .setting(
              TRUST_STORE,
              "File with the certificates of the registry: PKCS 12, JKS or PEM. Empty: those that"
                  + " Java trusts.")
          .is(STRING, "")
          .setting(TRUST_STORE_PASSWORD, "Password of that file.")
          .is(PASSWORD, "")
          .setting(KEY_STORE, "File with our own certificate and key: PKCS 12 or JKS.")
          .is(STRING, "")
          .setting(KEY_STORE_PASSWORD, "Password of that file and of its key.")
          .is(PASSWORD, "")
          .setting(TIMEOUT, "How long to wait for an answer of the registry, in milliseconds.")
          .is(INT, 5_000, Range.atLeast(1))
          .define();

  private SchemaRegistryConfig() {}

  static RegistryOptions from(AbstractConfig values) {
    return new RegistryOptions(
        values.getList(URL).stream().map(SchemaRegistryConfig::base).toList(),
        RegistryOptions.Type.valueOf(values.getString(TYPE).toUpperCase(Locale.ROOT)),
        RegistryOptions.Numbers.valueOf(values.getString(NUMBERS).toUpperCase(Locale.ROOT)),
        authorization(values),
        store(values, TRUST_STORE, TRUST_STORE_PASSWORD),
        store(values, KEY_STORE, KEY_STORE_PASSWORD),
        Duration.ofMillis(values.getInt(TIMEOUT)));
  }

  /* Clients of Apicurio want the path of its API in the URL; here it is part of each request. */
  private static String base(String url) {
    return url.replaceFirst("/+$", "").replaceFirst("/apis/registry/v\\d+$", "");
  }

  /* A password in a URL would be shown wherever the URL is. The message does not repeat it. */
  private static void checkUrls(String name, Object value) {
    for (Object url : (List<?>) value) {
      if (!url.toString().matches("https?://[^@\\s/?#]+(/[^@\\s?#]*)?")) {
        throw new ConfigException(
            "must be http://host:port or https://host:port; a user and a password go into "
                + USER_INFO);
      }
    }
  }

  private static Optional<String> authorization(AbstractConfig values) {
    String user = values.getPassword(USER_INFO).value().strip();
    String token = values.getPassword(BEARER_TOKEN).value().strip();
    if (!user.isEmpty() && !token.isEmpty()) {
      throw new ConfigException("set either " + USER_INFO + " or " + BEARER_TOKEN + ", not both");
    }
    if (!token.isEmpty()) {
      return Optional.of("Bearer " + token);
    }
    return user.isEmpty()
        ? Optional.empty()
        : Optional.of("Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)));
  }

  private static Optional<Store> store(AbstractConfig values, String location, String password) {
    return Optional.of(values.getString(location))
        .filter(file -> !file.isBlank())
        .map(file -> new Store(Path.of(file), values.getPassword(password).value()));
  }
}
