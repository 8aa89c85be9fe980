package io.bayou.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting, stopping, restarting and failing. */
@Tag("broker")
class EmbeddedBrokerLifecycleTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;

  @Test
  void shouldKeepTopicsAndRecordsOverARestart() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory))) {
      TestClient client = new TestClient(broker.bootstrapServers());
      client.createTopic("kept", 2, Map.of("retention.ms", "-1"));
      client.send("kept", "a", "b");
    }

    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(directory))) {
      TestClient client = new TestClient(broker.bootstrapServers());
      client.send("kept", "c");
      assertThat(client.read("kept")).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void shouldRunBesideAnotherBrokerOfTheSameJvm() {
    try (EmbeddedBroker first = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("1")))) {
      TestClient client = new TestClient(first.bootstrapServers());
      client.createTopic("topic", 1, Map.of());
      try (EmbeddedBroker second = EmbeddedBroker.start(BrokerOptions.in(directory.resolve("2")))) {
        new TestClient(second.bootstrapServers()).createTopic("topic", 1, Map.of());
        new TestClient(second.bootstrapServers()).send("topic", "second");
        client.send("topic", "first");
      }
      client.send("topic", "still first");
      assertThat(client.read("topic")).containsExactly("first", "still first");
    }
  }

  @Test
  void shouldListenOnTheGivenPort() throws IOException {
    int port;
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }

    BrokerOptions options = new BrokerOptions(directory, port);
    try (EmbeddedBroker broker = EmbeddedBroker.start(options)) {
      assertThat(broker.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
      assertThat(broker.dataDirectory()).isEqualTo(directory);
    }
  }

  @Test
  void shouldRefuseADirectoryInUseAndLeaveItsOwnerAlone() {
    try (EmbeddedBroker owner = EmbeddedBroker.start(BrokerOptions.in(directory))) {
      assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(directory)))
          .isInstanceOf(BrokerException.class)
          .hasMessage(
              "data directory %s is in use by the broker of this process;"
                  + " stop it or choose another directory",
              directory);

      new TestClient(owner.bootstrapServers()).createTopic("alive", 1, Map.of());
    }
  }

  @Test
  void shouldRefuseAnIdentityThatItCannotRead() throws IOException {
    EmbeddedBroker.start(BrokerOptions.in(directory)).close();
    Files.writeString(directory.resolve("kafka/meta.properties"), "garbage");

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(directory)))
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith(
            "data directory %s is damaged: its identity is not readable (", directory)
        .hasMessageEndingWith(
            "); restore it from a copy, or remove it to start with an empty broker");
  }

  @Test
  void shouldSayWhyKafkaDoesNotStart() throws IOException {
    EmbeddedBroker.start(BrokerOptions.in(directory)).close();
    Files.createDirectory(directory.resolve("kafka/holiday-pictures"));

    assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.in(directory)))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching("the broker on .* could not start: .*holiday-pictures.*; if the .*")
        .hasMessageNotContaining("\n");

    Files.delete(directory.resolve("kafka/holiday-pictures"));
    EmbeddedBroker.start(BrokerOptions.in(directory)).close();
  }

  @Test
  void shouldReportAFaultInsteadOfEndingTheProcess() throws IOException {
    Path data = directory.resolve("data");
    try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.in(data))) {
      CompletableFuture<BrokerException> failure = broker.failure();
      TestClient client = new TestClient(broker.bootstrapServers());
      client.createTopic("topic", 1, Map.of("segment.bytes", "1048576"));
      assertThat(failure).isNotDone();

      Files.move(data, directory.resolve("elsewhere"));
      try (Producer<String, String> producer = client.producer(Map.of())) {
        List<Future<RecordMetadata>> more = moreThanASegmentHolds(producer);
        assertThat(failure)
            .succeedsWithin(PATIENCE)
            .asInstanceOf(THROWABLE)
            .hasMessage(
                "data directory %s has disappeared under the broker; bring it back and start again",
                data);
        producer.close(Duration.ZERO);
        assertThat(more).last().satisfies(sent -> assertThat(sent).failsWithin(PATIENCE));
      }
    }
  }

  private static List<Future<RecordMetadata>> moreThanASegmentHolds(
      Producer<String, String> producer) {
    return IntStream.range(0, 20)
        .mapToObj(i -> producer.send(new ProducerRecord<>("topic", "x".repeat(100_000))))
        .toList();
  }
}
