package io.bayou.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaClientsConfigTest {
  private final KafkaClientsConfig kafka =
      AppConfig.of(
              Map.of(
                  "kafka.bootstrap.servers", "a:1, b:2",
                  "kafka.security.protocol", "SSL",
                  "kafka.linger.ms", "1",
                  "producer.linger.ms", "5",
                  "consumer.max.poll.records", "10",
                  "streams.restore.consumer.max.poll.records", "20"))
          .kafka();

  @Test
  void shouldGiveEveryClientWhatIsCommon() {
    assertThat(kafka.bootstrapServers()).isEqualTo("a:1, b:2");
    assertThat(kafka.admin())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("bootstrap.servers", "a:1, b:2", "security.protocol", "SSL", "linger.ms", "1"));
  }

  @Test
  void shouldLetAClientOverrideWhatIsCommon() {
    assertThat(kafka.producer())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("linger.ms", "5")
        .doesNotContainKey("max.poll.records");
    assertThat(kafka.consumer())
        .containsEntry("linger.ms", "1")
        .containsEntry("max.poll.records", "10");
  }

  @Test
  void shouldSpeakToStreamsInItsOwnPrefixes() {
    assertThat(kafka.streams())
        .containsEntry("security.protocol", "SSL")
        .containsEntry("producer.linger.ms", "5")
        .containsEntry("consumer.max.poll.records", "10")
        .containsEntry("restore.consumer.max.poll.records", "20");
  }

  @Test
  void shouldListTheBrokers() {
    assertThat(kafka.bootstrapServers()).isEqualTo("a:1, b:2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.ssl.truststore.password",
        "kafka.ssl.keystore.key",
        "kafka.sasl.jaas.config",
        "producer.sasl.oauthbearer.client.credentials.client.secret",
        "consumer.schema.registry.basic.auth.user.info",
        "streams.API_TOKEN",
        "http.token"
      })
  void shouldKnowASecretByItsName(String name) {
    assertThat(Settings.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.bootstrap.servers",
        "kafka.ssl.keystore.location",
        "producer.key.serializer",
        "http.port"
      })
  void shouldShowWhatIsNoSecret(String name) {
    assertThat(Settings.isSecret(name)).isFalse();
  }

  @Test
  void shouldRefuseToOverrideASettingOfOurs() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("streams.application.id", "x")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "setting 'streams.application.id' (command line) would override 'application.id'; set"
                + " that");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bootstrap.servers", "kafka.bootstrap.server", "kafka.bootstrap-servers"})
  void shouldKnowTheClusterByOneNameOnly(String name) {
    assertThatThrownBy(() -> AppConfig.of(Map.of(name, "broker:9092")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "unknown setting '%s' (command line); did you mean 'kafka.bootstrap.servers'?", name);
  }

  @Test
  void shouldTellHowKafkasSettingsBegin() {
    assertThatThrownBy(() -> AppConfig.of(Map.of("ssl.truststore.location", "/x")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "unknown setting 'ssl.truststore.location' (command line); 'bayou config' lists all;"
                + " Kafka's own settings begin with kafka. streams. producer. consumer.");
  }
}
