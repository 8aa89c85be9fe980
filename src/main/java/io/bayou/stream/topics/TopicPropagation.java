package io.bayou.stream.topics;

import static io.bayou.stream.topics.KafkaFutures.get;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.TopicSetup.WrongTopicsException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits until every broker knows some topics, with a leader for each partition.
 *
 * <p>A topic exists as soon as the controller knows it; the brokers learn of it a moment later.
 * Kafka Streams asks any one of them and gives up at once if that broker does not know the topic.
 *
 * @param notes receives a message if the wait is long
 */
record TopicPropagation(AppConfig config, Duration limit, Consumer<String> notes) {
  private static final Duration NOTE_AFTER = Duration.ofSeconds(2);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration QUESTION = Duration.ofSeconds(5);

  /**
   * @param topics with the min number of partitions of each
   * @throws WrongTopicsException if a broker does not know them in time
   */
  void await(Admin admin, Map<String, Integer> topics) {
    long start = System.nanoTime();
    boolean noted = false;
    while (true) {
      Optional<String> missing = missing(admin, topics);
      long waited = System.nanoTime() - start;
      if (missing.isEmpty()) {
        return;
      }
      if (waited > limit.toNanos()) {
        throw new WrongTopicsException(
            missing.get() + " after " + limit.toSeconds() + " s; check that broker");
      }
      if (!noted && waited > NOTE_AFTER.toNanos()) {
        noted = true;
        notes.accept("waiting until every broker knows the topics: " + missing.get());
      }
      KafkaFutures.pause(POLL);
    }
  }

  private Optional<String> missing(Admin admin, Map<String, Integer> topics) {
    return get(admin.describeCluster().nodes()).stream()
        .flatMap(node -> missing(node, topics).stream())
        .findFirst();
  }

  /* Only the first request of a client goes to its bootstrap server, so each broker gets a client
   * and one request. A broker that does not answer cannot mislead Kafka Streams. */
  private Optional<String> missing(Node node, Map<String, Integer> topics) {
    Map<String, Object> settings = config.kafka().consumer();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, node.host() + ":" + node.port());
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    try (var consumer = KafkaCluster.of(config).consumer(settings)) {
      Map<String, List<PartitionInfo>> known = consumer.listTopics(QUESTION);
      return topics.keySet().stream()
          .filter(topic -> !isServed(known.get(topic), topics.get(topic)))
          .findFirst()
          .map(topic -> "broker " + node.idString() + " does not know topic '" + topic + "' yet");
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  private static boolean isServed(List<PartitionInfo> partitions, int min) {
    return partitions != null
        && partitions.size() >= min
        && partitions.stream().allMatch(info -> info.leader() != null && !info.leader().isEmpty());
  }
}
