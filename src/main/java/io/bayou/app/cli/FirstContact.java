package io.bayou.app.cli;

import io.bayou.config.AppConfig;
import io.bayou.stream.topics.KafkaFutures;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits until Kafka responds, and says so if that takes long: a broker may be restarting, or the
 * address may be wrong.
 *
 * @param notes receives a line if Kafka does not respond yet
 */
public record FirstContact(AppConfig config, Consumer<String> notes, Duration limit) {
  private static final Duration ATTEMPT = Duration.ofSeconds(2);

  /** The cluster that has responded. */
  public record Cluster(String clusterId, int brokers) {}

  /**
   * Returns when Kafka responds.
   *
   * @param stop done when the command is stopped
   * @return what responded; empty if the command was stopped first
   * @throws CommandFailed if Kafka does not respond in time, or responds with an error
   */
  public Optional<Cluster> await(Future<?> stop) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean noted = false;
    try (Admin admin = Admin.create(settings())) {
      Cluster cluster = ask(admin);
      while (cluster == null) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toSeconds();
        if (stop.isDone()) {
          return Optional.empty();
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
      return Optional.of(cluster);
    } catch (KafkaException e) {
      if (e.getCause() instanceof ConfigException) { // of the client: no host is known
        throw silent(config);
      }
      throw CommandFailed.because("Kafka at " + config.kafka().bootstrapServers() + " failed", e);
    }
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = config.kafka().admin();
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    return settings;
  }

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

  /** The failure of a command that Kafka does not respond to. */
  public static CommandFailed silent(AppConfig config) {
    String servers = config.kafka().bootstrapServers();
    String advice = new BrokerAdvice(servers, BrokerAdvice.USUAL).text();
    return new CommandFailed(
        "no Kafka answers at %s; start one, or set kafka.bootstrap.servers (%s)"
            .formatted(servers, advice));
  }
}
