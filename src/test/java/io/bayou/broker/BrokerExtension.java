package io.bayou.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives a test class a broker of its own, empty at first, stopped and deleted at the end. The first
 * broker of a JVM takes three seconds to start, each further one half a second. Tag the class
 * {@code broker}:
 *
 * <pre>{@code
 * @RegisterExtension static final BrokerExtension broker = new BrokerExtension();
 *
 * @Test void shouldKeepRecords() {
 *   String topic = broker.createTopic(1);
 *   broker.client().send(topic, "a", "b");
 *   assertThat(broker.client().read(topic)).containsExactly("a", "b");
 * }
 * }</pre>
 */
public final class BrokerExtension implements BeforeAllCallback, AfterAllCallback {
  private final AtomicInteger topics = new AtomicInteger();
  private Path directory;
  private EmbeddedBroker broker;

  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  public TestClient client() {
    return new TestClient(bootstrapServers());
  }

  /** Creates a topic that no other test uses and returns its name. */
  public String createTopic(int partitions) {
    return createTopic(partitions, Map.of());
  }

  /** Creates a topic that no other test uses, with Kafka's topic settings, and returns its name. */
  public String createTopic(int partitions, Map<String, String> settings) {
    String name = "topic-" + topics.incrementAndGet();
    client().createTopic(name, partitions, settings);
    return name;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("bayou-broker");
    broker = EmbeddedBroker.start(BrokerOptions.in(directory));
  }

  /* A fault of the broker's explains the failures of the tests better than they do. */
  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (broker != null) {
      BrokerException failure = broker.failure().getNow(null);
      broker.close();
      if (failure != null) {
        throw failure;
      }
    }
    Utils.delete(directory.toFile());
  }
}
