package io.bayou.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.config.AppConfig;
import io.bayou.stream.exchange.BoundedRocksDb;
import io.bayou.stream.topics.MessageSize;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamSettingsTest {
  @Test
  void shouldMoveLargeBatchesByDefault() {
    StreamsConfig config = config(Map.of());

    assertThat(consumer(config)).containsEntry("max.poll.records", 5_000);
    assertThat(config.getProducerConfigs("client")).containsEntry("batch.size", 128 << 10);
  }

  @Test
  void shouldLeaveTheLastWordToTheUser() {
    StreamsConfig config =
        config(
            Map.of(
                "consumer.max.poll.records", "7",
                "producer.linger.ms", "3",
                "streams.max.task.idle.ms", "200"));

    assertThat(consumer(config)).containsEntry("max.poll.records", "7");
    assertThat(config.getProducerConfigs("client")).containsEntry("linger.ms", "3");
    assertThat(config.getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)).isEqualTo(200L);
  }

  @Test
  void shouldUseRocksDbOnlyIfLabelsComeLater() {
    String setter = StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG;

    assertThat(config(Map.of()).getClass(setter)).isNull();
    assertThat(config(Map.of("labels.topics", "told")).getClass(setter))
        .isEqualTo(BoundedRocksDb.class);
  }

  @Test
  void shouldLetKafkaStreamsWaitOnlyWhereBayouDoesNotOrderRecords() {
    assertThat(idleMillis(Map.of())).as("Bayou orders").isEqualTo(-1L);
    assertThat(idleMillis(Map.of("streams.group.protocol", "Streams"))).isZero();
    assertThat(ordersByTime(Map.of())).isTrue();
    assertThat(ordersByTime(Map.of("streams.group.protocol", "classic"))).isTrue();
    assertThat(ordersByTime(Map.of("streams.group.protocol", "Streams"))).isFalse();
    assertThat(ordersByTime(Map.of("streams.max.task.idle.ms", "-1"))).isFalse();
  }

  private static long idleMillis(Map<String, String> settings) {
    return config(settings).getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
  }

  private static boolean ordersByTime(Map<String, String> settings) {
    return StreamSettings.ordersByTime(AppConfig.of(settings));
  }

  private static StreamsConfig config(Map<String, String> settings) {
    return new StreamsConfig(StreamSettings.of(AppConfig.of(settings)));
  }

  private static Map<String, Object> consumer(StreamsConfig config) {
    return config.getMainConsumerConfigs("group", "client", 0);
  }

  @Test
  void shouldTakeAProducerThatCanJustSendADeadLetter() {
    String size = Integer.toString(MessageSize.MAX_WITH_BATCH);

    assertThat(config(Map.of("producer.max.request.size", size)).getProducerConfigs("client"))
        .containsEntry("max.request.size", size);
  }

  @Test
  void shouldRefuseAProducerThatCannotSendADeadLetter() {
    AppConfig config = AppConfig.of(Map.of("producer.max.request.size", "500000"));

    assertThatThrownBy(() -> StreamSettings.of(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("need at least");
  }
}
