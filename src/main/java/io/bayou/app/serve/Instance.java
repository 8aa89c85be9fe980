package io.bayou.app.serve;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.FirstContact;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.TopicSetup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.StreamsException;

/** One running Bayou: creates missing topics and starts the stream. */
public record Instance(AppConfig config, StreamsRunner runner, List<String> createdTopics)
    implements AutoCloseable {
  private static final Duration TOPICS_LIMIT = Duration.ofSeconds(30);
  private static final Duration TOPICS_POLL = Duration.ofMillis(500);

  /**
   * Creates the topics that are missing and starts the stream; it is ready some time later.
   *
   * @param notes receives a line about each change of a topic, and about waiting
   * @throws CommandFailed if Kafka cannot be reached
   * @throws TopicSetup.WrongTopicsException if a topic is not suitable
   */
  public static Instance start(AppConfig config, ModelSpec defaultSpec, Consumer<String> notes)
      throws InterruptedException {
    List<String> created = ensureTopics(config, notes);
    return new Instance(config, startStream(config, defaultSpec), created);
  }

  /* A broker may not know a topic yet that another instance has just created. */
  static StreamsRunner startStream(AppConfig config, ModelSpec defaultSpec)
      throws InterruptedException {
    long deadline = System.nanoTime() + TOPICS_LIMIT.toNanos();
    while (true) {
      StreamsRunner runner = new StreamsRunner(config, defaultSpec);
      try {
        runner.start();
        return runner;
      } catch (StreamsException e) {
        runner.close();
        if (!TopicSetup.isTopicUnknown(e) || System.nanoTime() - deadline > 0) {
          throw CommandFailed.because("the stream did not start", e);
        }
      }
      Thread.sleep(TOPICS_POLL.toMillis());
    }
  }

  private static List<String> ensureTopics(AppConfig config, Consumer<String> notes) {
    Map<String, Object> settings = config.kafka().admin();
    settings.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 20_000);
    settings.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    try (Admin admin = Admin.create(settings)) {
      return new TopicSetup(config, notes).ensure(admin);
    } catch (TimeoutException e) {
      throw FirstContact.silent(config);
    } catch (KafkaException e) {
      throw CommandFailed.because(
          "the topics could not be set up at " + config.kafka().bootstrapServers(), e);
    }
  }

  /**
   * Returns if the stream has not failed.
   *
   * @throws CommandFailed if it has
   * @throws TopicSetup.WrongTopicsException if it has because a topic was deleted
   */
  public void throwIfFailed() {
    if (!runner.failure().isDone()) {
      return;
    }
    Throwable failure = runner.failure().join();
    if (failure instanceof TopicSetup.WrongTopicsException wrong) {
      throw wrong;
    }
    throw CommandFailed.because("the stream failed", failure);
  }

  @Override
  public void close() {
    runner.close();
  }
}
