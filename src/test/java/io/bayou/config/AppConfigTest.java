package io.bayou.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.codec.event.EventLimits;
import io.bayou.codec.prediction.PredictionEncoder;
import io.bayou.codec.schema.RegistryOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppConfigTest {
  @Test
  void shouldKeepDefaults() {
    AppConfig defaults =
        new ConfigLoader().environment(Map.of("XDG_DATA_HOME", "/data")).load().app();

    assertThat(defaults)
        .isEqualTo(
            new AppConfig(
                new TopicsConfig(
                    List.of("bayou.labeled"),
                    List.of("bayou.unlabeled"),
                    "bayou.predictions",
                    "bayou.models",
                    "bayou.snapshots",
                    "bayou.evaluations",
                    "bayou.alarms",
                    "bayou.reviews",
                    "bayou.dead-letters",
                    Optional.empty(),
                    new TopicsConfig.JoinTopics(List.of(), "bayou.examples", "bayou.waiting"),
                    Optional.empty(),
                    4,
                    (short) -1,
                    -1,
                    true),
                new ModelsConfig(
                    "default",
                    Optional.empty(),
                    true,
                    100,
                    86_400_000L,
                    3_600_000L,
                    PredictionEncoder.Format.JSON,
                    false,
                    false,
                    500),
                new StreamConfig(
                    "bayou",
                    "exactly_once_v2",
                    Duration.ofMillis(100),
                    1,
                    Path.of("/data/bayou/state"),
                    Duration.ofSeconds(1),
                    10_000,
                    1_048_576,
                    Duration.ofMinutes(1),
                    Duration.ofSeconds(30)),
                new KeyedConfig(10_000_000, 1_048_576, 64L << 20),
                RegistryOptions.NONE,
                new EventLimits(1_048_576, 1_000, 65_536),
                new HttpConfig(
                    true,
                    "127.0.0.1",
                    8080,
                    List.of(),
                    1_048_576,
                    10_000,
                    "127.0.0.1:8080",
                    HttpAccess.OPEN),
                new AlarmsConfig(Optional.empty()),
                new LogConfig("info", "error", LogConfig.Format.TEXT, false),
                new KafkaClientsConfig(
                    new TreeMap<>(Map.of("kafka.bootstrap.servers", "127.0.0.1:9092")))));
  }

  @Test
  void shouldReadTheWebhook() {
    AlarmsConfig.Webhook webhook =
        AppConfig.of(
                Map.of(
                    "alarms.webhook.url", "https://hooks.example/bayou?team=a",
                    "alarms.webhook.header", "Authorization: Bearer s3cret",
                    "alarms.webhook.timeout.ms", "700",
                    "alarms.webhook.attempts", "2"))
            .alarms()
            .webhook()
            .orElseThrow();

    assertThat(webhook.url()).hasToString("https://hooks.example/bayou?team=a");
    assertThat(webhook.header())
        .contains(new AlarmsConfig.Header("Authorization", new Secret("Bearer s3cret")));
    assertThat(webhook.toString()).doesNotContain("s3cret");
    assertThat(webhook.timeout()).isEqualTo(Duration.ofMillis(700));
    assertThat(webhook.attempts()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer s3cret", "Host: s3cret", "A B: s3cret", "X:", "X: \u00e9s3cret"})
  void shouldRefuseAHeaderOfTheWebhookThatCannotBeSent(String header) {
    assertThatThrownBy(() -> AppConfig.of(Map.of("alarms.webhook.header", header)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("alarms.webhook.header must")
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"hooks.example", "ftp://hooks.example", "http://u:p@hooks.example/", "http://"})
  void shouldRefuseAWebhookThatIsNoUrl(String url) {
    assertThatThrownBy(() -> AppConfig.of(Map.of("alarms.webhook.url", url)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("alarms.webhook.url");
  }

  @Test
  void shouldReadTheSchemaRegistry() {
    RegistryOptions options =
        AppConfig.of(
                Map.of(
                    "schema.registry.url",
                        "http://a:8081/,https://b/registry,http://c/apis/registry/v3/",
                    "schema.registry.type", "apicurio",
                    "schema.registry.apicurio.id", "global",
                    "schema.registry.user.info", "me:secret",
                    "schema.registry.ssl.truststore.location", "trust.p12",
                    "schema.registry.ssl.truststore.password", "hidden",
                    "schema.registry.timeout.ms", "100"))
            .schemaRegistry();

    assertThat(options)
        .isEqualTo(
            new RegistryOptions(
                List.of("http://a:8081", "https://b/registry", "http://c"),
                RegistryOptions.Type.APICURIO,
                RegistryOptions.Numbers.GLOBAL,
                Optional.of("Basic bWU6c2VjcmV0"),
                Optional.of(new RegistryOptions.Store(Path.of("trust.p12"), "hidden")),
                Optional.empty(),
                Duration.ofMillis(100)));
    assertThat(options.toString()).doesNotContain("secret", "bWU6c2VjcmV0", "hidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"registry:8081", "http://me:secret@registry", "ftp://registry", "http://a?b"})
  void shouldRejectUrlsOfRegistriesWithoutShowingThem(String url) {
    assertThatThrownBy(() -> AppConfig.of(Map.of("schema.registry.url", url)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schema.registry.user.info")
        .hasMessageNotContaining("secret");
  }

  @Test
  void shouldRejectTwoWaysToAuthenticate() {
    Map<String, String> both =
        Map.of("schema.registry.user.info", "a:b", "schema.registry.bearer.token", "c");
    assertThatThrownBy(() -> AppConfig.of(both))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("not both");
  }

  @Test
  void shouldPutThePrefixBeforeEveryTopicThatIsNotNamed() {
    TopicsConfig topics =
        AppConfig.of(Map.of("topic.prefix", "shop-", "models.topic", "catalogue")).topics();

    assertThat(topics.labeled()).containsExactly("shop-labeled");
    assertThat(topics.deadLetters()).isEqualTo("shop-dead-letters");
    assertThat(topics.models()).isEqualTo("catalogue");
  }

  @Test
  void shouldReadListsOfTopicsThatOverlap() {
    TopicsConfig topics =
        AppConfig.of(Map.of("labeled.topics", "a, b,a", "unlabeled.topics", "b")).topics();

    assertThat(topics.labeled()).containsExactly("a", "b");
    assertThat(topics.unlabeled()).containsExactly("b");
  }

  @Test
  void shouldReadExamplesOnlyIfLabelsComeLater() {
    TopicsConfig later = AppConfig.of(Map.of("labels.topics", "told,told,more")).topics();

    assertThat(AppConfig.of(Map.of()).topics().events())
        .containsExactly("bayou.labeled", "bayou.unlabeled");
    assertThat(later.join().labels()).containsExactly("told", "more");
    assertThat(later.events())
        .containsExactly("bayou.labeled", "bayou.unlabeled", "bayou.examples");
  }

  @Test
  void shouldRefuseLabelsAmongEvents() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("labels.topics", "bayou.unlabeled")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("labels need topics of their own");
    assertThatThrownBy(
            () -> AppConfig.of(Map.of("labels.topics", "told", "examples.topic", "told")))
        .hasMessageContaining("is named for two purposes");
  }

  @ParameterizedTest
  @CsvSource({
    "predictions.topic, bayou.labeled",
    "models.topic, bayou.snapshots",
    "labeled.topics, bayou.dead-letters"
  })
  void shouldRefuseATopicWithTwoPurposes(String setting, String topic) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(setting, topic)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("is named for two purposes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http.port | abc | must be a whole number",
        "snapshot.interval.ms | 1s | must be a whole number of milliseconds, such as 1000",
        "http.port | 70000 | value must be no more than 65535",
        "explain | maybe | expected value to be either true or false",
        "prediction.format | xml | string must be one of: json, avro",
        "topic.partitions | 0 | value must be at least 1",
        "topic.replication.factor | 0 | must be at least 1, or -1",
        "labeled.topics | a,b c | must be a topic name of letters, digits, '.', '_' and '-'",
        "predictions.topic | .. | must be a topic name of letters, digits, '.', '_' and '-'",
        "kafka.bootstrap.servers | localhost | must be host:port"
      })
  void shouldNameTheSettingItsOriginItsValueAndTheReason(String name, String value, String reason) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(name, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessage("setting '%s' (command line) is '%s': %s", name, value, reason);
  }

  @Test
  void shouldRefuseAnEmptyList() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("labeled.topics", "")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("setting 'labeled.topics' (command line) is ''");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "example.org", "::"})
  void shouldNotServeTheNetworkWithoutAToken(String host) {
    assertThatThrownBy(() -> AppConfig.of(Map.of("http.host", host)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("set http.token");
    assertThat(AppConfig.of(Map.of("http.host", host, "http.token", "t")).http().access().token())
        .contains(new Secret("t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"})
  void shouldServeThisMachineWithoutAToken(String host) {
    assertThat(AppConfig.of(Map.of("http.host", host)).http().access().token()).isEmpty();
  }

  @Test
  void shouldServeMetricsOnTheHostOfTheServerUnlessToldOtherwise() {
    assertThat(metrics(Map.of())).isEmpty();
    assertThat(metrics(Map.of("http.metrics.port", "9464")))
        .contains(new HttpAccess.MetricsAddress("127.0.0.1", 9464));
    assertThat(metrics(Map.of("http.metrics.port", "0", "http.metrics.host", "0.0.0.0")))
        .contains(new HttpAccess.MetricsAddress("0.0.0.0", 0));
    assertThatThrownBy(() -> metrics(Map.of("http.metrics.host", "0.0.0.0")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("http.metrics.host needs http.metrics.port, which is -1");
  }

  private static Optional<HttpAccess.MetricsAddress> metrics(Map<String, String> settings) {
    return AppConfig.of(settings).http().access().metrics();
  }

  @Test
  void shouldWantBothFilesOfTls() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("http.tls.certificate", "tls.crt")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("http.tls.key");
    assertThat(
            AppConfig.of(Map.of("http.tls.certificate", "tls.crt", "http.tls.key", "tls.key"))
                .http()
                .access()
                .tls())
        .contains(new TlsFiles(Path.of("tls.crt"), Path.of("tls.key")));
  }

  @Test
  void shouldNotShowSecretsInItsStringForm() {
    AppConfig config =
        AppConfig.of(
            Map.of(
                "http.token",
                "canary-1",
                "http.read.token",
                "canary-3",
                "kafka.ssl.key.password",
                "canary-2",
                "kafka.a",
                "b"));

    assertThat(config.toString()).doesNotContain("canary").contains("kafka.a=b");
    assertThat(config.kafka().admin()).containsEntry("ssl.key.password", "canary-2");
  }
}
