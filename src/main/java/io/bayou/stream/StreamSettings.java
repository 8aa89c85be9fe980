package io.bayou.stream;

import io.bayou.config.AppConfig;
import io.bayou.config.StreamConfig;
import io.bayou.stream.exchange.BoundedRocksDb;
import io.bayou.stream.order.TimeOrderedClients;
import io.bayou.stream.topics.MessageSize;
import io.bayou.stream.topics.TopicChecks;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/**
 * The settings of Kafka Streams: Bayou's defaults, then Bayou's settings, then the user's
 * overrides.
 */
public final class StreamSettings {
  private StreamSettings() {}

  public static Properties of(AppConfig config) {
    Properties settings = new Properties();
    throughput(settings);
    StreamConfig stream = config.stream();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, stream.applicationId());
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, stream.processingGuarantee());
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, stream.commitInterval().toMillis());
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, stream.threads());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, stream.stateDirectory().toString());
    settings.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        TopicChecks.MAX_MESSAGE_BYTES);
    short copies = config.topics().replicationFactor();
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) copies);
    if (ordersByTime(config)) {
      settings.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
    }
    if (config.topics().join().isOn() || config.topics().keyed().isPresent()) {
      settings.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedRocksDb.class);
    }
    if (config.topics().keyed().isPresent() && config.http().enabled()) {
      settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, config.http().advertisedAddress());
    }
    settings.putAll(config.kafka().streams());
    requireRoomForRecords(settings);
    return settings;
  }

  /**
   * Whether {@link TimeOrderedClients} put records into the order of time. Otherwise Kafka Streams
   * does, as its own settings say; its new group protocol takes no consumer from outside.
   */
  static boolean ordersByTime(AppConfig config) {
    Map<String, ?> given = config.kafka().streams();
    Object protocol = given.get(StreamsConfig.GROUP_PROTOCOL_CONFIG);
    return !given.containsKey(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG)
        && (protocol == null || !protocol.toString().equalsIgnoreCase("streams"));
  }

  private static void requireRoomForRecords(Properties settings) {
    String name = StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    Object size = settings.get(name);
    if (size != null && Integer.parseInt(size.toString()) < MessageSize.MAX_WITH_BATCH) {
      throw new ConfigException(
          name, size, "dead letters and snapshots need at least " + MessageSize.MAX_WITH_BATCH);
    }
  }

  /* Measured on two cores: large batches halve the cost of moving a record. A short session timeout
   * lets another instance take over within seconds of a crash. For all consumers, since a setting
   * of the main consumer would overrule the user's. docs/configuration.md lists them. */
  private static void throughput(Properties settings) {
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), 128 << 10);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 10);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), 5_000);
    settings.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), 4 << 20);
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), 10_000);
  }
}
