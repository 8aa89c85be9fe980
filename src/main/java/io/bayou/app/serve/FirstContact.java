package io.bayou.app.serve;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.KafkaErrors;
import io.bayou.config.AppConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** Waits for Kafka when an instance starts: a broker may be restarting. */
final class FirstContact {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ATTEMPT = Duration.ofSeconds(3);

  private final AppConfig config;
  private final Duration limit;
  private final Consumer<String> notes;

  /**
   * @param notes receives a line if Kafka does not respond yet
   */
  FirstContact(AppConfig config, Consumer<String> notes) {
    this(config, notes, LIMIT);
  }

  FirstContact(AppConfig config, Consumer<String> notes, Duration limit) {
    this.config = config;
    this.limit = limit;
    this.notes = notes;
  }

  /**
   * Returns when Kafka responds.
   *
   * @param stop done when the command is stopped
   * @return false if it was stopped first
   * @throws CommandFailed if Kafka does not respond in time, or responds with an error
   */
  boolean await(Future<?> stop) throws InterruptedException {
    String servers = config.kafka().bootstrapServers();
    long deadline = System.nanoTime() + limit.toNanos();
    boolean noted = false;
    try (Admin admin = Admin.create(settings())) {
      while (!answers(admin)) {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toSeconds();
        if (stop.isDone()) {
          return false;
        }
        if (left <= 0) {
          throw silent(servers);
        }
        if (!noted) {
          noted = true;
          notes.accept("no Kafka answers at " + servers + "; trying again for " + left + " s");
        }
      }
      return true;
    } catch (KafkaException e) {
      throw failed(servers, e);
    }
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new HashMap<>(config.kafka().admin());
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ATTEMPT.toMillis());
    return settings;
  }

  private static boolean answers(Admin admin) throws InterruptedException {
    try {
      admin
          .describeCluster(new DescribeClusterOptions().timeoutMs((int) ATTEMPT.toMillis()))
          .nodes()
          .get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TimeoutException) {
        return false;
      }
      throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
    }
  }

  static CommandFailed silent(String servers) {
    return new CommandFailed(
        "no Kafka answers at " + servers + "; start one, or set kafka.bootstrap.servers");
  }

  static CommandFailed failed(String servers, Throwable cause) {
    return new CommandFailed(
        "the topics could not be set up at " + servers + ": " + KafkaErrors.rootMessage(cause),
        cause);
  }
}
