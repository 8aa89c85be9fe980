package io.bayou.app.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bayou.app.cli.CommandFailed;
import io.bayou.app.cli.FirstContact;
import io.bayou.broker.BrokerExtension;
import io.bayou.config.AppConfig;
import io.bayou.model.spec.ModelSpec;
import io.bayou.stream.StreamsRunner;
import io.bayou.stream.topics.TopicSetup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The first seconds of an instance: Kafka is away, or its brokers do not know the topics yet. */
@Tag("broker")
class InstanceStartTest {
  @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
  @TempDir Path directory;

  private final List<String> notes = new ArrayList<>();

  @Test
  void shouldTryAgainWhileABrokerDoesNotKnowTheTopics() throws Exception {
    AppConfig config = config(broker.bootstrapServers());
    CompletableFuture<Void> later =
        CompletableFuture.runAsync(
            () -> ensureTopics(config), CompletableFuture.delayedExecutor(3, TimeUnit.SECONDS));

    try (StreamsRunner runner = Instance.startStream(config, ModelSpec.defaults())) {
      assertThat(later).as("nothing starts without its topics").isDone();
      assertThat(runner.failure()).isNotDone();
    }
  }

  @Test
  void shouldSayThatNobodyAnswersAndThenGiveUp() throws Exception {
    String nobody = "127.0.0.1:" + unusedPort();
    FirstContact contact = new FirstContact(config(nobody), notes::add, Duration.ofSeconds(5));

    assertThatThrownBy(() -> contact.await(new CompletableFuture<>()))
        .isInstanceOf(CommandFailed.class)
        .hasMessageStartingWith(
            "no Kafka answers at "
                + nobody
                + "; start one, or set kafka.bootstrap.servers ("
                + nobody
                + ": nothing listens there; ");
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).matches("no Kafka answers at " + nobody + "; trying again for \\d+ s");
  }

  @Test
  void shouldGiveUpWhenItIsStopped() throws Exception {
    FirstContact contact =
        new FirstContact(config("127.0.0.1:" + unusedPort()), notes::add, Duration.ofMinutes(1));

    assertThat(contact.await(CompletableFuture.completedFuture(null))).isEmpty();
  }

  @Test
  void shouldFindKafkaThatIsThere() throws Exception {
    FirstContact contact =
        new FirstContact(config(broker.bootstrapServers()), notes::add, Duration.ofMinutes(1));

    assertThat(contact.await(new CompletableFuture<>()))
        .hasValueSatisfying(cluster -> assertThat(cluster.brokers()).isEqualTo(1));
    assertThat(notes).isEmpty();
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void ensureTopics(AppConfig config) {
    try (Admin admin = broker.client().admin()) {
      var unused = new TopicSetup(config, note -> {}).ensure(admin);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private AppConfig config(String servers) {
    return AppConfig.of(
        Map.of(
            "kafka.bootstrap.servers", servers,
            "topic.prefix", "start.",
            "application.id", "start",
            "state.dir", directory.resolve("state").toString(),
            "shutdown.timeout.ms", "10000"));
  }
}
