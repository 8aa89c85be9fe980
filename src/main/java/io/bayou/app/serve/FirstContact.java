package io.bayou.app.serve;

import io.bayou.app.cli.CommandFailed;
import io.bayou.config.AppConfig;
import io.bayou.stream.topics.KafkaFutures;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits for Kafka when an instance starts: a broker may be restarting.
 *
 * @param notes receives a line if Kafka does not respond yet
 */
record FirstContact(AppConfig config, Consumer<String> notes, Duration limit) {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ATTEMPT = Duration.ofSeconds(3);

  FirstContact(AppConfig config, Consumer<String> notes) {
    this(config, notes, LIMIT);
  }

  /**
   * Returns when Kafka responds.
   *
   * @param stop done when the command is stopped
   * @return false if it was stopped first
   * @throws CommandFailed if Kafka does not respond in time, or responds with an error
   */
  boolean await(Future<?> stop) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean noted = false;
    try (Admin admin = Admin.create(settings())) {
      Cluster cluster = ask(admin);
      while (cluster == null) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toSeconds();
        if (stop.isDone()) {
          return false;
        }
        if (left <= 0) {
          throw silent(config);
        }
        if (!noted) {
          noted = true;
          String servers = config.kafka().bootstrapServers();
          notes.accept("no Kafka answers at " + servers + "; trying again for " + left + " s");
        }
        cluster = ask(admin);
      }
      RunLog.connected(config, cluster.clusterId(), cluster.brokers());
      return true;
    } catch (KafkaException e) {
      throw failed(config, e);
    }
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = config.kafka().admin();
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    return settings;
  }

  private record Cluster(String clusterId, int brokers) {}

  /* Null if no broker responds in time. */
  private static Cluster ask(Admin admin) {
    try {
      DescribeClusterResult cluster = admin.describeCluster();
      int brokers = KafkaFutures.get(cluster.nodes()).size();
      return new Cluster(KafkaFutures.get(cluster.clusterId()), brokers);
    } catch (TimeoutException e) {
      return null;
    }
  }

  static CommandFailed silent(AppConfig config) {
    String servers = config.kafka().bootstrapServers();
    return new CommandFailed(
        "no Kafka answers at " + servers + "; start one, or set kafka.bootstrap.servers");
  }

  static CommandFailed failed(AppConfig config, KafkaException cause) {
    String servers = config.kafka().bootstrapServers();
    return CommandFailed.because("the topics could not be set up at " + servers, cause);
  }
}
